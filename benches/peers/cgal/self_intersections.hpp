// Polygon_mesh_processing::self_intersections on all objects as one mesh.
#pragma once

#include "answer.hpp"

#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>

#include <iterator>

using SurfaceMesh = CGAL::Surface_mesh<Point>;

inline SurfaceMesh surface_mesh(const Scene& scene) {
    SurfaceMesh mesh;
    mesh.reserve(scene.vertices.size(), scene.elements.size() * 3 / 2, scene.elements.size());
    for (const Point& vertex : scene.vertices) mesh.add_vertex(vertex);
    for (const auto& e : scene.elements) {
        using Vertex = SurfaceMesh::Vertex_index;
        if (mesh.add_face(Vertex(e[0]), Vertex(e[1]), Vertex(e[2])) == SurfaceMesh::null_face())
            throw std::runtime_error("not a manifold surface, which Surface_mesh needs");
    }
    return mesh;
}

template <class Concurrency>
Answer by_self_intersections(const SurfaceMesh& mesh) {
    using Face = SurfaceMesh::Face_index;
    std::vector<std::pair<Face, Face>> found;
    CGAL::Polygon_mesh_processing::self_intersections<Concurrency>(faces(mesh), mesh,
                                                                   std::back_inserter(found));
    Answer answer;
    answer.pairs.reserve(found.size());
    for (const auto& pair : found) answer.pairs.push_back(ordered(pair.first, pair.second));
    return answer;
}
