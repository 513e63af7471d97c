//! Gmsh's element types: their shape and number of nodes.

use crate::mesh_builder::Shape;

pub(super) struct ElementType {
    pub shape: Shape,
    pub nodes: usize,
    /// Has nodes besides its corners, which come first.
    pub curved: bool,
}

pub(super) const TRIANGLE: i32 = 2;
pub(super) const TET: i32 = 4;

impl ElementType {
    /// The types up to the third order and those beyond it of which only the size matters.
    pub fn from_number(number: i64) -> Option<ElementType> {
        use Shape::*;
        let (shape, nodes, curved) = match number {
            1 => (Line, 2, false),
            2 => (Triangle, 3, false),
            3 => (Polygon, 4, false),
            4 => (Tet, 4, false),
            5 => (Hex, 8, false),
            6 => (Wedge, 6, false),
            7 => (Pyramid, 5, false),
            8 => (Line, 3, true),
            9 => (Triangle, 6, true),
            10 => (Polygon, 9, true),
            11 => (Tet, 10, true),
            12 => (Hex, 27, true),
            13 => (Wedge, 18, true),
            14 => (Pyramid, 14, true),
            15 => (Point, 1, false),
            16 => (Polygon, 8, true),
            17 => (Hex, 20, true),
            18 => (Wedge, 15, true),
            19 => (Pyramid, 13, true),
            20 => (Triangle, 9, true),
            21 => (Triangle, 10, true),
            22 => (Triangle, 12, true),
            23 => (Triangle, 15, true),
            24 => (Triangle, 15, true),
            25 => (Triangle, 21, true),
            26 => (Line, 4, true),
            27 => (Line, 5, true),
            28 => (Line, 6, true),
            29 => (Tet, 20, true),
            30 => (Tet, 35, true),
            31 => (Tet, 56, true),
            36 => (Polygon, 16, true),
            37 => (Polygon, 25, true),
            38 => (Polygon, 36, true),
            92 => (Hex, 64, true),
            93 => (Hex, 125, true),
            _ => return None,
        };
        Some(ElementType { shape, nodes, curved })
    }
}

/// The corners among the nodes.
pub(super) fn corners(shape: Shape) -> usize {
    match shape {
        Shape::Point => 1,
        Shape::Line => 2,
        Shape::Triangle => 3,
        Shape::Polygon | Shape::Tet => 4,
        Shape::Pyramid => 5,
        Shape::Wedge => 6,
        Shape::Hex => 8,
        Shape::Strip { .. } | Shape::Fan { .. } | Shape::Other => 0,
    }
}
