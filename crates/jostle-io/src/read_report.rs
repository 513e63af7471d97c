//! The report of what reading a file changed.

use crate::error::grouped;
use std::fmt;

/// What differs between the file and the mesh read from it; empty if nothing does.
///
/// Shown, it is one line per kind of change, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadReport {
    /// The extension of the file, if it promises another format than the content is of.
    pub misleading_extension: Option<String>,
    /// Quadrilaterals that were split into two triangles each.
    pub quads_split: usize,
    /// Polygons of five corners and more that were split into triangles.
    pub polygons_split: usize,
    /// Split quadrilaterals and polygons that cross themselves or have no area, for which no
    /// triangulation is right.
    pub polygons_not_simple: usize,
    /// Triangle strips and fans that were taken apart.
    pub strips_split: usize,
    /// Hexahedra that were split into tetrahedra.
    pub hexes_split: usize,
    /// Wedges (prisms) that were split into tetrahedra.
    pub wedges_split: usize,
    /// Pyramids that were split into tetrahedra.
    pub pyramids_split: usize,
    /// Curved (second order) elements of which only the corners were taken.
    pub curved_straightened: usize,
    /// Vertices that were merged with an earlier vertex of the same position (STL and glTF only).
    pub vertices_welded: usize,
    /// Points that were skipped.
    pub points_skipped: usize,
    /// Lines that were skipped.
    pub lines_skipped: usize,
    /// Surface elements that were skipped because the file has volume elements.
    pub surface_elements_skipped: usize,
    /// Elements of kinds that have no triangles or tetrahedra, such as polyhedra.
    pub others_skipped: usize,
    /// Statements of an OBJ file that the format does not know, and that were skipped.
    pub statements_unknown: usize,
    /// Nodes of a glTF file with a mesh that are not in its default scene, and were skipped.
    pub nodes_outside_scene: usize,
    /// Nodes of a glTF file whose mesh is moved by a skeleton, taken in the pose it was bound in.
    pub skins_in_bind_pose: usize,
    /// Elements of the file that were dropped, in whole or in part, because they name a vertex
    /// twice. Numbered as in [`ReadReport::sources`], so in a glTF file within their part.
    pub collapsed: Vec<u32>,
    /// For each element of the mesh, the number of the element of the file that it came from, from 0.
    /// Empty if each element of the mesh has the number that it has in the file; see
    /// [`ReadReport::source`]. It is the number under which other programs know the element:
    ///
    /// | format | what is counted | where the number is the same |
    /// | --- | --- | --- |
    /// | PLY, OFF | faces, and the triangles of strips | pyvista cells; trimesh faces if all are triangles |
    /// | OBJ | `f` statements, of all objects; lines and points are not counted | trimesh faces if all are triangles; pyvista cells, less the points and lines, which it puts first |
    /// | STL | facets, of all solids | trimesh faces, counted through all solids |
    /// | MSH | elements of all kinds in the order of the file; not Gmsh's element tags | pyvista cells; meshio cells through all blocks |
    /// | VTK, VTU | cells of all kinds and pieces; of `POLYDATA` vertices first, then lines, polygons, strips | pyvista cell ids; meshio cells through all blocks |
    /// | MEDIT | elements of all kinds in the order of the file | pyvista cells; meshio cells through all blocks |
    /// | glTF | triangles of a node, through the primitives of its mesh, from 0 for each part | trimesh faces of the geometry of the node |
    pub sources: Vec<u32>,
}

impl ReadReport {
    /// The element of the file that an element of the mesh came from.
    ///
    /// ```
    /// let faces = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nl 1 3\nf 1 2 3 4\n";
    /// let file = jostle_io::read_bytes("faces.obj", faces)?;
    /// // The file holds a triangle, a line, which is no face, and a quadrilateral: two triangles.
    /// assert_eq!([0, 1, 2].map(|element| file.report.source(element)), [0, 1, 1]);
    /// # Ok::<(), jostle_io::Error>(())
    /// ```
    pub fn source(&self, element: u32) -> u32 {
        self.sources.get(element as usize).copied().unwrap_or(element)
    }

    /// Whether the mesh is the file, element by element and vertex by vertex.
    pub fn is_empty(&self) -> bool {
        *self == ReadReport::default()
    }
}

impl fmt::Display for ReadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let mut sentence = |text: String| {
            let separator = if std::mem::take(&mut first) { "" } else { "\n" };
            write!(f, "{separator}{text}")
        };
        if let Some(extension) = &self.misleading_extension {
            sentence(format!("the extension '{extension}' is misleading, the content decided"))?;
        }
        let counts = [
            (self.quads_split, "quadrilaterals split into triangles"),
            (self.polygons_split, "polygons split into triangles"),
            (self.polygons_not_simple, "split polygons that cross themselves or have no area"),
            (self.strips_split, "triangle strips and fans taken apart"),
            (self.hexes_split, "hexahedra split into tetrahedra"),
            (self.wedges_split, "wedges split into tetrahedra"),
            (self.pyramids_split, "pyramids split into tetrahedra"),
            (self.curved_straightened, "curved elements straightened"),
            (self.vertices_welded, "vertices welded to an earlier one at the same position"),
            (self.points_skipped, "points skipped"),
            (self.lines_skipped, "lines skipped"),
            (self.surface_elements_skipped, "surface elements skipped in favour of the volume"),
            (self.others_skipped, "elements of other kinds skipped"),
            (self.statements_unknown, "unknown statements skipped"),
            (self.nodes_outside_scene, "nodes outside the default scene skipped"),
            (self.skins_in_bind_pose, "skinned meshes taken in the pose they were bound in"),
            (self.collapsed.len(), "elements dropped because they name a vertex twice"),
        ];
        for (count, what) in counts {
            if count > 0 {
                sentence(format!("{what}: {}", grouped(count)))?;
            }
        }
        Ok(())
    }
}
