// Peak memory of this process; getrusage will not do, because it keeps the peak of the parent.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

inline void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// Without what is mapped from files: programs and libraries, which are as large for any input.
inline std::uint64_t peak_bytes() {
    std::ifstream status("/proc/self/status");
    std::uint64_t peak = 0;
    for (std::string word; status >> word;) {
        std::uint64_t kibibytes = 0;
        if (word == "VmHWM:" && status >> kibibytes) peak = kibibytes * 1024;
        if (word == "RssFile:" && status >> kibibytes) return peak - kibibytes * 1024;
    }
    return peak;
}
