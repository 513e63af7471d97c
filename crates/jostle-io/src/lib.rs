//! Mesh files in and out of Jostle.
//!
//! [`read()`] takes PLY, OBJ, STL, OFF, MSH 2.2 and 4.1, legacy VTK, VTU, MEDIT and glTF files, finds out
//! from their content which they are, and returns a [`jostle::Mesh`] of triangles or tetrahedra with
//! a [`ReadReport`] of everything that had to be changed on the way. [`write()`] is the way back.
//!
//! ```
//! let square = b"OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
//! let file = jostle_io::read_bytes("square.off", square)?;
//! assert_eq!(file.mesh.element_count(), 2);
//! assert_eq!(file.report.to_string(), "quadrilaterals split into triangles: 1");
//! # Ok::<(), jostle_io::Error>(())
//! ```
//!
//! # What is kept
//!
//! - Vertices keep their number and their bits. Only STL, which has no shared vertices, and glTF, which
//!   splits them for the sake of normals and textures, are welded: vertices of the same node with equal
//!   coordinates become one (`-0.0` equals `0.0`, the first one stays).
//! - Elements keep the order of the file. A split element stands where the whole one stood, its parts
//!   in a fixed order: a convex polygon is the fan from its first corner, another polygon is cut ear by
//!   ear; hexahedra, wedges and pyramids become 6, 3 and 2 tetrahedra, cut so that neighbours conform.
//!   [`ReadReport::source`] leads from an element of the mesh to the element of the file, under the number
//!   that pyvista, meshio and trimesh give it; [`ReadReport::sources`] says what is counted.
//! - Parts that a file names are [`Part`]s of the mesh: the objects (`o`) of OBJ, or its groups (`g`) if it
//!   has no objects; the solids of ascii STL; the nodes of glTF, where a mesh that is shown twice is two
//!   parts; the physical groups of MSH that have a name; the pieces of VTU. A vertex that parts share stays
//!   one in the mesh of the file; [`MeshFile::into_parts`] gives each part its own, and
//!   [`MeshFile::into_components`] cuts parts into connected components.
//! - Of glTF the default scene is read, else the first. The transforms of nodes are applied in `f64`; skinned
//!   meshes are in the pose they were bound in, and morph targets at rest.
//! - Where a file has volume elements, its surface elements are left out: tetrahedra win.
//! - Elements that name a vertex twice are dropped and listed.
//!
//! # What is refused
//!
//! Files without elements ([`Error::NoElements`], unless [`ReadOptions::allow_empty`] is set), and content that
//! is no mesh ([`Error::NotAMesh`]): web pages, git-LFS pointers, archives, text, each called by its name.
//! NaN and infinite coordinates, indices out of range, content that breaks its format: each an [`Error`]
//! that names the file, the place and a remedy. No content makes a reader panic, hang, or take a buffer
//! of more than 100 times the size of the file (and 64 KiB).
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod attribute;
mod base64;
mod binary;
mod budget;
mod cell_split;
mod content_kind;
mod error;
mod format;
mod gltf;
mod medit;
mod mesh_builder;
mod mesh_file;
mod mixed_mesh;
mod msh;
mod obj;
mod off;
mod options;
mod output;
mod part;
mod part_names;
mod ply;
mod polylines;
mod read;
mod read_report;
mod stl;
mod text;
mod triangulation;
mod vtk;
mod vtu;
mod weld;
mod words;
mod write;

pub use attribute::{Attribute, Values};
pub use error::{Error, Place};
pub use format::Format;
pub use jostle_support::files::{NewFile, remove_unfinished_files};
pub use mesh_file::MeshFile;
pub use mixed_mesh::MixedMesh;
pub use options::{Encoding, ReadOptions, VtuData, WriteOptions};
pub use part::{Part, PartMesh};
pub use polylines::Polylines;
pub use read::{read, read_bytes, read_bytes_with, read_with};
pub use read_report::ReadReport;
pub use write::{WriteReport, mixed_to_bytes, to_bytes, write, write_mixed};
