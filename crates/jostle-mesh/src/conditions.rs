//! The conditions of this crate's proofs; see [`jostle_support::conditions`].

jostle_support::conditions! {
    /// Edges of two triangles that count as inside a patch run against each other.
    OppositesCancel: "narrow::patches::tests::turned_triangles_are_not_certified_and_doubled_ones_not_together",
    /// The triangles of a star follow one another round their vertex.
    StarIsOneFan: "narrow::stars::tests::bow_ties_that_overlap_are_not_certified",
    /// Each face of a closed star has as many tetrahedra on one side as on the other.
    VolumeStarFacesAreBalanced: "narrow::stars::tests::a_tetrahedron_listed_twice_is_not_certified",
    /// Boxes and normals that were found with the clusters are those of where the vertices are.
    ShapesAreCurrent: "candidates::tests::shapes_of_clusters_are_those_of_where_vertices_are",
    /// Elements are those of before only if they have the same corners.
    SameElements: "mesh::scene::tests::meshes_with_the_same_elements_keep_their_topology",
    /// What was at one vertex of a block is at one, if the block is as it was.
    VerticesAreNotTorn: "mesh::clusters::tests::blocks_that_are_as_they_were_have_the_clusters_that_they_had",
    /// What was at two vertices of a block is at two, if the block is as it was.
    VerticesAreNotJoined: "mesh::clusters::tests::blocks_that_are_as_they_were_have_the_clusters_that_they_had",
    /// Boxes of elements are those of where the object is.
    ElementTreeIsCurrent: "mesh::element_trees::tests::trees_are_of_where_objects_are",
}
