// The exact test of one pair, with the harness's notion of elements that share vertices.
#pragma once

#include "scene.hpp"

// Shared corners of two triangles come first in both.
struct Alignment {
    int shared = 0;
    std::array<std::uint32_t, 3> a, b;
};

inline Alignment align(const Scene& scene, std::uint32_t a, std::uint32_t b) {
    Alignment aligned;
    std::copy_n(scene.elements[a].begin(), 3, aligned.a.begin());
    std::copy_n(scene.elements[b].begin(), 3, aligned.b.begin());
    for (int i = 0; i < 3; ++i) {
        for (int j = aligned.shared; j < 3; ++j) {
            if (aligned.a[i] != aligned.b[j]) continue;
            std::swap(aligned.b[aligned.shared], aligned.b[j]);
            std::swap(aligned.a[aligned.shared], aligned.a[i]);
            ++aligned.shared;
            break;
        }
    }
    return aligned;
}

inline bool neighbours_intersect(const Scene& scene, std::uint32_t a, std::uint32_t b,
                                 const Alignment& aligned) {
    const auto do_intersect = Kernel().do_intersect_3_object();
    const auto p = [&](int i) { return scene.vertices[aligned.a[i]]; };
    const auto q = [&](int i) { return scene.vertices[aligned.b[i]]; };
    if (aligned.shared == 3) return false;
    if (aligned.shared == 2) {
        // Beyond the edge only if one lies on the other.
        return CGAL::coplanar(p(0), p(1), p(2), q(2)) &&
               CGAL::coplanar_orientation(p(0), p(1), p(2), q(2)) == CGAL::POSITIVE;
    }
    // What two triangles share beyond a common corner reaches the side opposite to it in one.
    return do_intersect(scene.triangle(a), Segment(q(1), q(2))) ||
           do_intersect(scene.triangle(b), Segment(p(1), p(2)));
}

inline bool elements_intersect(const Scene& scene, std::uint32_t a, std::uint32_t b) {
    const auto do_intersect = Kernel().do_intersect_3_object();
    if (scene.corners == 4) return do_intersect(scene.tetrahedron(a), scene.tetrahedron(b));
    if (scene.owners[a] == scene.owners[b]) {
        const Alignment aligned = align(scene, a, b);
        if (aligned.shared > 0) return neighbours_intersect(scene, a, b, aligned);
    }
    return do_intersect(scene.triangle(a), scene.triangle(b));
}
