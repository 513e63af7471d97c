// The answer of a method, and the part of it that each thread gathers.
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

struct ThreadAnswer {
    Pairs pairs;
    std::uint64_t candidates = 0;
};

// One for each thread, so that threads need no lock.
class ThreadAnswers {
  public:
#ifdef CGAL_LINKED_WITH_TBB
    ThreadAnswer& local() { return thread_answers.local(); }
#else
    ThreadAnswer& local() { return thread_answers[0]; }
#endif

    Answer merged() {
        Answer answer{{}, 0};
        std::size_t count = 0;
        for (const ThreadAnswer& own : thread_answers) count += own.pairs.size();
        answer.pairs.reserve(count);
        for (const ThreadAnswer& own : thread_answers) {
            answer.pairs.insert(answer.pairs.end(), own.pairs.begin(), own.pairs.end());
            *answer.candidates += own.candidates;
        }
        return answer;
    }

  private:
#ifdef CGAL_LINKED_WITH_TBB
    tbb::enumerable_thread_specific<ThreadAnswer> thread_answers;
#else
    std::array<ThreadAnswer, 1> thread_answers;
#endif
};
