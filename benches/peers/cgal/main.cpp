// The CGAL engine: METHOD THREADS REPEAT SECONDS WORKLOAD PAIRS. Prints the report of one engine.

#include "boxes.hpp"
#include "memory.hpp"
#include "scene.hpp"
#include "self_intersections.hpp"
#include "trees.hpp"

#include <chrono>
#include <functional>
#include <iostream>
#include <limits>

#ifdef CGAL_LINKED_WITH_TBB
#include <tbb/global_control.h>
using Parallel = CGAL::Parallel_tag;
constexpr bool CAN_THREAD = true;
#else
using Parallel = CGAL::Sequential_tag;
constexpr bool CAN_THREAD = false;
#endif

using Sequential = CGAL::Sequential_tag;

std::function<Answer()> query(const std::string& method, bool threads, const Scene& scene,
                              SurfaceMesh& mesh) {
    if (method == "boxes") {
        if (threads) return [&] { return by_boxes<Parallel>(scene); };
        return [&] { return by_boxes<Sequential>(scene); };
    }
    if (method == "trees") {
        if (threads) return [&] { return by_trees<true>(scene); };
        return [&] { return by_trees<false>(scene); };
    }
    if (method == "self") {
        mesh = surface_mesh(scene);
        if (threads) return [&] { return by_self_intersections<Parallel>(mesh); };
        return [&] { return by_self_intersections<Sequential>(mesh); };
    }
    if (method == "self-cold") {
        if (threads) return [&] { mesh = surface_mesh(scene); return by_self_intersections<Parallel>(mesh); };
        return [&] { mesh = surface_mesh(scene); return by_self_intersections<Sequential>(mesh); };
    }
    throw std::runtime_error("there is no method called " + method);
}

int main(int count, char** arguments) try {
    if (count == 2 && std::string(arguments[1]) == "threads") return CAN_THREAD ? 0 : 1;
    if (count != 7) throw std::runtime_error("METHOD THREADS REPEAT SECONDS WORKLOAD PAIRS");
    const std::string method = arguments[1];
    const int threads = std::stoi(arguments[2]), repeat = std::stoi(arguments[3]);
    const double budget = std::stod(arguments[4]);
    const Scene scene = read_scene(arguments[5]);
#ifdef CGAL_LINKED_WITH_TBB
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
#endif
    SurfaceMesh mesh;
    const auto ask = query(method, threads > 1, scene, mesh);

    reset_peak();
    Answer answer;
    std::uint64_t peak = 0;
    double best = std::numeric_limits<double>::infinity(), spent = 0;
    for (int run = 0; run < repeat && (run == 0 || spent < budget); ++run) {
        answer = Answer{};
        const auto start = std::chrono::steady_clock::now();
        answer = ask();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count());
        spent += took.count();
        if (run == 0) peak = peak_bytes();
    }
    write_pairs(arguments[6], answer.pairs);
    std::cout.precision(9);
    std::cout << "seconds=" << best;
    if (answer.candidates) std::cout << " candidates=" << *answer.candidates;
    if (peak > 0) std::cout << " peak=" << peak;
    std::cout << "\n";
} catch (const std::exception& error) {
    std::cerr << "cgal: " << error.what() << "\n";
    return 1;
}
