//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// Edges of two triangles that count as inside a patch run against each other.
    OppositesCancel: "mesh::clusters::cluster_edges::tests::edges_cancel_only_edges_that_run_against_them",
    /// The triangles of a star follow one another round their vertex.
    StarIsOneFan: "mesh::topology::vertex_links::tests::bow_ties_and_doubled_triangles_have_no_link",
    /// Each face of a closed star has as many tetrahedra on one side as on the other.
    VolumeStarFacesAreBalanced: "mesh::topology::closed_stars::tests::stars_on_the_boundary_are_not_closed",
    /// Boxes and normals that were found with the clusters are those of where the vertices are.
    ShapesAreCurrent: "mesh::clusters::shapes::tests::shapes_are_dropped_once_vertices_have_moved",
    /// Elements are those of before only if they have the same corners.
    SameElements: "mesh::scene::tests::meshes_with_the_same_elements_keep_their_topology",
    /// What was at one vertex of a block is at one, if the block is as it was.
    VerticesAreNotTorn: "mesh::clusters::tests::blocks_that_are_as_they_were_have_the_clusters_that_they_had",
    /// What was at two vertices of a block is at two, if the block is as it was.
    VerticesAreNotJoined: "mesh::clusters::tests::blocks_that_are_as_they_were_have_the_clusters_that_they_had",
    /// Boxes of elements are those of where the object is.
    ElementTreeIsCurrent: "mesh::element_trees::tests::trees_are_of_where_objects_are",
}
