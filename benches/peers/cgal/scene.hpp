// The workload as the harness wrote it: objects, their vertices and elements, numbered through.
#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Triangle = Kernel::Triangle_3;
using Tetrahedron = Kernel::Tetrahedron_3;
using Segment = Kernel::Segment_3;

using Pair = std::array<std::uint32_t, 2>;
using Pairs = std::vector<Pair>;

struct Object {
    bool tests_self;
    std::uint32_t first_vertex, end_vertex;
    std::uint32_t first_element, end_element;
};

struct Scene {
    std::uint32_t corners = 3;
    std::vector<Point> vertices;
    std::vector<std::array<std::uint32_t, 4>> elements;
    std::vector<std::uint32_t> owners;
    std::vector<Object> objects;

    const Point& corner(std::uint32_t element, int i) const {
        return vertices[elements[element][i]];
    }

    Triangle triangle(std::uint32_t e) const {
        return Triangle(corner(e, 0), corner(e, 1), corner(e, 2));
    }

    Tetrahedron tetrahedron(std::uint32_t e) const {
        return Tetrahedron(corner(e, 0), corner(e, 1), corner(e, 2), corner(e, 3));
    }

    CGAL::Bbox_3 bounds(std::uint32_t e) const {
        CGAL::Bbox_3 box = corner(e, 0).bbox();
        for (std::uint32_t i = 1; i < corners; ++i) box += corner(e, i).bbox();
        return box;
    }

    bool all_test_self() const {
        return std::all_of(objects.begin(), objects.end(), [](auto& o) { return o.tests_self; });
    }

    bool any_tests_self() const {
        return std::any_of(objects.begin(), objects.end(), [](auto& o) { return o.tests_self; });
    }
};

inline Pair ordered(std::uint32_t a, std::uint32_t b) {
    return {std::min(a, b), std::max(a, b)};
}

template <class T>
T read_one(std::ifstream& file) {
    T value{};
    file.read(reinterpret_cast<char*>(&value), sizeof value);
    if (!file) throw std::runtime_error("the workload file ends too early");
    return value;
}

inline Scene read_scene(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path);
    Scene scene;
    const auto objects = read_one<std::uint32_t>(file);
    for (std::uint32_t object = 0; object < objects; ++object) {
        scene.corners = read_one<std::uint32_t>(file);
        const bool tests_self = read_one<std::uint32_t>(file) != 0;
        const auto vertices = read_one<std::uint32_t>(file);
        const auto elements = read_one<std::uint32_t>(file);
        const auto first_vertex = static_cast<std::uint32_t>(scene.vertices.size());
        const auto first_element = static_cast<std::uint32_t>(scene.elements.size());
        for (std::uint32_t v = 0; v < vertices; ++v) {
            const auto p = read_one<std::array<double, 3>>(file);
            scene.vertices.emplace_back(p[0], p[1], p[2]);
        }
        for (std::uint32_t e = 0; e < elements; ++e) {
            std::array<std::uint32_t, 4> element{};
            for (std::uint32_t i = 0; i < scene.corners; ++i)
                element[i] = first_vertex + read_one<std::uint32_t>(file);
            scene.elements.push_back(element);
            scene.owners.push_back(object);
        }
        scene.objects.push_back({tests_self, first_vertex, first_vertex + vertices, first_element,
                                 first_element + elements});
    }
    return scene;
}

inline void write_pairs(const std::string& path, Pairs& pairs) {
    std::sort(pairs.begin(), pairs.end());
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(pairs.data()), pairs.size() * sizeof(Pair));
    if (!file) throw std::runtime_error("cannot write " + path);
}
