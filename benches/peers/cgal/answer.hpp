// What a way of asking found, and the share of it that each thread gathers.
#pragma once

#include "scene.hpp"

#include <optional>

#ifdef CGAL_LINKED_WITH_TBB
#include <tbb/enumerable_thread_specific.h>
#endif

struct Answer {
    Pairs pairs;
    std::optional<std::uint64_t> candidates;
};

struct Share {
    Pairs pairs;
    std::uint64_t candidates = 0;
};

// One share a thread, so that threads do not meet while they gather.
class Shares {
  public:
#ifdef CGAL_LINKED_WITH_TBB
    Share& mine() { return shares.local(); }
#else
    Share& mine() { return shares[0]; }
#endif

    Answer together() {
        Answer answer{{}, 0};
        std::size_t count = 0;
        for (const Share& share : shares) count += share.pairs.size();
        answer.pairs.reserve(count);
        for (const Share& share : shares) {
            answer.pairs.insert(answer.pairs.end(), share.pairs.begin(), share.pairs.end());
            *answer.candidates += share.candidates;
        }
        return answer;
    }

  private:
#ifdef CGAL_LINKED_WITH_TBB
    tbb::enumerable_thread_specific<Share> shares;
#else
    std::array<Share, 1> shares;
#endif
};
