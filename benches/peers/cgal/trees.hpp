// An AABB_tree for each object, queried with every triangle of each object whose box it overlaps.
#pragma once

#include "answer.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>

#include <deque>
#include <iterator>

#ifdef CGAL_LINKED_WITH_TBB
#include <tbb/parallel_for.h>
#endif

// The triangles of a tree are named by element, and made from the scene when they are needed.
struct ElementPrimitive {
    using Id = std::uint32_t;
    using Point = ::Point;
    using Datum = Triangle;
    using Datum_reference = Triangle;
    using Shared_data = const Scene*;

    ElementPrimitive() = default;
    template <class Iterator>
    ElementPrimitive(Iterator element, const Scene&) : element(*element) {}

    static Shared_data construct_shared_data(const Scene& scene) { return &scene; }
    Datum_reference datum(Shared_data scene) const { return scene->triangle(element); }
    Point reference_point(Shared_data scene) const { return scene->corner(element, 0); }
    Id id() const { return element; }

    Id element = 0;
};

using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, ElementPrimitive>>;

inline std::vector<Pair> overlapping_objects(const std::deque<Tree>& trees) {
    using Box =
        CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t,
                                                  CGAL::Box_intersection_d::ID_FROM_BOX_ADDRESS>;
    std::vector<Box> boxes;
    for (std::uint32_t object = 0; object < trees.size(); ++object)
        boxes.emplace_back(trees[object].bbox(), object);
    std::vector<const Box*> handles;
    for (const Box& box : boxes) handles.push_back(&box);
    std::vector<Pair> overlapping;
    const auto keep = [&](const Box* one, const Box* other) {
        overlapping.push_back(ordered(one->info(), other->info()));
    };
    CGAL::box_self_intersection_d(handles.begin(), handles.end(), keep);
    return overlapping;
}

template <bool parallel, class Body>
void for_each_index(std::size_t count, const Body& body) {
#ifdef CGAL_LINKED_WITH_TBB
    if constexpr (parallel) {
        tbb::parallel_for(std::size_t{0}, count, body);
        return;
    }
#endif
    for (std::size_t i = 0; i < count; ++i) body(i);
}

template <bool parallel>
Answer by_trees(const Scene& scene) {
    std::vector<std::uint32_t> elements(scene.elements.size());
    for (std::uint32_t e = 0; e < elements.size(); ++e) elements[e] = e;
    std::deque<Tree> trees(scene.objects.size());
    for_each_index<parallel>(trees.size(), [&](std::size_t object) {
        const Object& own = scene.objects[object];
        trees[object].rebuild(elements.begin() + own.first_element,
                              elements.begin() + own.end_element, scene);
        trees[object].build();
    });

    ThreadAnswers thread_answers;
    for (const Pair& objects : overlapping_objects(trees)) {
        const Object& query = scene.objects[objects[1]];
        const Tree& tree = trees[objects[0]];
        const CGAL::Bbox_3 reach = tree.bbox();
        for_each_index<parallel>(
            query.end_element - query.first_element, [&](std::size_t i) {
                const auto b = static_cast<std::uint32_t>(query.first_element + i);
                if (!CGAL::do_overlap(scene.bounds(b), reach)) return;
                ThreadAnswer& own = thread_answers.local();
                std::vector<std::uint32_t> hits;
                tree.all_intersected_primitives(scene.triangle(b), std::back_inserter(hits));
                for (const std::uint32_t a : hits) own.pairs.push_back(ordered(a, b));
            });
    }
    Answer answer = thread_answers.merged();
    answer.candidates.reset();
    return answer;
}
