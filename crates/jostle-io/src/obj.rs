//! Wavefront OBJ: the lines `v`, `f`, `l` and `p`, divided by `o` or `g`; the rest is about looks.
//!
//! Programs add statements of their own, so unknown ones are skipped and counted. Content in which they
//! outnumber the known ones is no OBJ file.

use crate::error::{ParseError, ParseResult, quoted};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::output::{Output, text};
use crate::part_names::PartId;
use crate::text::{Text, parse_float, parse_integer, words};
use jostle::{DVec3, TriangleMesh};
use std::collections::HashMap;

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::new(content);
    let mut statements = Statements { known: 0, unknown: 0 };
    let outcome = read_statements(&mut text, &mut statements, builder);
    if statements.unknown > statements.known {
        return Err(ParseError::other_content(text.place()));
    }
    builder.report.statements_unknown = statements.unknown;
    outcome
}

struct Statements {
    known: usize,
    unknown: usize,
}

fn read_statements(
    text: &mut Text,
    statements: &mut Statements,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    let mut parts = Parts { keyword: None, known: HashMap::new() };
    let mut corners = Vec::new();
    let mut joined = Vec::new();
    while let Some(line) = full_line(text) {
        let line = join(line, text, &mut joined);
        let mut words = words(line);
        let Some(keyword) = words.next() else { continue };
        let is_face = match keyword {
            b"v" => {
                builder.push_vertex(position(&mut words, text)?)?;
                statements.known += 1;
                continue;
            }
            b"f" | b"fo" => true,
            b"l" | b"p" => false,
            b"o" | b"g" => {
                parts.enter(keyword, line[1..].trim_ascii(), text, builder);
                statements.known += 1;
                continue;
            }
            _ => {
                match KNOWN.contains(&keyword) {
                    true => statements.known += 1,
                    false => statements.unknown += 1,
                }
                continue;
            }
        };
        corners.clear();
        for word in words {
            corners
                .push(corner(word, builder.vertices.len()).ok_or_else(|| bad_corner(word, text))?);
        }
        match keyword {
            b"l" => builder.report.lines_skipped += 1,
            b"p" => builder.report.points_skipped += 1,
            _ => {}
        }
        if is_face {
            if corners.len() < 3 {
                let found = corners.len();
                return Err(
                    text.error(format!("expected 3 or more corners of a face, found {found}"))
                );
            }
            builder.push(Shape::Polygon, &corners)?;
        }
        statements.known += 1;
    }
    Ok(())
}

/// The statements of the format besides those that are read.
const KNOWN: [&[u8]; 38] = [
    b"vt",
    b"vn",
    b"vp",
    b"s",
    b"mg",
    b"usemtl",
    b"mtllib",
    b"usemap",
    b"maplib",
    b"cstype",
    b"deg",
    b"bmat",
    b"step",
    b"curv",
    b"curv2",
    b"surf",
    b"parm",
    b"trim",
    b"hole",
    b"scrv",
    b"sp",
    b"end",
    b"con",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"lod",
    b"shadow_obj",
    b"trace_obj",
    b"ctech",
    b"stech",
    b"call",
    b"csh",
    b"bsp",
    b"bzp",
    b"cdc",
    b"cdp",
    b"res",
];

/// The objects of the file or, in a file without objects, its groups. A name that comes again goes on.
struct Parts {
    /// `o` or `g`, from the first of them on.
    keyword: Option<&'static [u8]>,
    known: HashMap<Vec<u8>, PartId>,
}

impl Parts {
    fn enter(&mut self, keyword: &[u8], name: &[u8], text: &Text, builder: &mut MeshBuilder) {
        let dividing = *self.keyword.get_or_insert_with(|| match keyword {
            b"g" if !has_objects(text.rest()) => b"g",
            _ => b"o",
        });
        if keyword != dividing {
            return;
        }
        let number = self.known.len();
        let part = match name {
            // A group without a name is the default group.
            b"" => 0,
            _ => match self.known.get(name) {
                Some(&part) => part,
                None => {
                    let part = builder.add_part(name, "object", number);
                    self.known.insert(name.to_owned(), part);
                    part
                }
            },
        };
        builder.enter_part(part);
    }
}

fn has_objects(text: &[u8]) -> bool {
    text.split(|&b| b == b'\n').any(|line| line.starts_with(b"o ") || line.starts_with(b"o\t"))
}

/// The next line that holds more than space and comment, without the comment. In names, a `#` is one
/// only after a space.
fn full_line<'a>(text: &mut Text<'a>) -> Option<&'a [u8]> {
    loop {
        let line = text.line()?.trim_ascii();
        let is_name = matches!(line, [b'o' | b'g', b' ' | b'\t', ..]);
        let comment = match is_name {
            true => line.windows(2).position(|w| w[0].is_ascii_whitespace() && w[1] == b'#'),
            false => line.iter().position(|&b| b == b'#'),
        };
        let line = line[..comment.unwrap_or(line.len())].trim_ascii();
        if !line.is_empty() {
            return Some(line);
        }
    }
}

/// A line that ends in `\` goes on in the next.
fn join<'j, 'a: 'j>(line: &'a [u8], text: &mut Text<'a>, joined: &'j mut Vec<u8>) -> &'j [u8] {
    if !line.ends_with(b"\\") {
        return line;
    }
    joined.clear();
    let mut part = Some(line);
    while let Some(line) = part {
        let more = line.strip_suffix(b"\\");
        joined.extend_from_slice(more.unwrap_or(line));
        joined.push(b' ');
        part = more.and_then(|_| full_line(text));
    }
    joined
}

fn position<'a>(words: &mut impl Iterator<Item = &'a [u8]>, text: &Text) -> ParseResult<DVec3> {
    let mut position = DVec3::ZERO;
    for axis in 0..3 {
        let Some(word) = words.next() else {
            return Err(text.error(format!("expected 3 coordinates, found {axis}")));
        };
        position[axis] = parse_float(word).ok_or_else(|| text.unexpected("a coordinate", word))?;
    }
    Ok(position)
}

/// `7`, `7/1`, `7//3`, `7/1/3`; counted from 1, or back from the last vertex if negative.
fn corner(word: &[u8], vertices: usize) -> Option<u32> {
    let index = parse_integer(word.split(|&b| b == b'/').next()?)?;
    let index = if index < 0 { index.checked_add(vertices as i64)? } else { index - 1 };
    u32::try_from(index).ok()
}

fn bad_corner(word: &[u8], text: &Text) -> ParseError {
    text.error(format!("expected the number of a vertex, from 1, found {}", quoted(word)))
}

pub(crate) fn write(mesh: &TriangleMesh) -> Vec<u8> {
    let mut out = Output::new(crate::binary::Order::Little);
    for p in &mesh.vertices {
        text!(out, "v {:?} {:?} {:?}\n", p.x, p.y, p.z);
    }
    for [a, b, c] in &mesh.elements {
        text!(out, "f {} {} {}\n", *a as u64 + 1, *b as u64 + 1, *c as u64 + 1);
    }
    out.bytes
}

#[cfg(test)]
mod tests {
    use crate::read_bytes;
    use jostle::Mesh;

    fn elements(obj: &str) -> Vec<[u32; 3]> {
        match read_bytes("t.obj", obj.as_bytes()).unwrap().mesh {
            Mesh::Triangles(mesh) => mesh.elements,
            Mesh::Tets(_) => panic!("OBJ has no tetrahedra"),
        }
    }

    const CORNERS: &str = "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0\nv 0 0 1\n";

    #[test]
    fn corners_come_in_every_notation() {
        let faces = "vn 0 0 1\nf 1/1 2/2 3/3\nf 1//1 2//1 4//1\nf -4 -2 -1 # back\nf 1 \\\n 2 3\n";
        assert_eq!(
            elements(&format!("{CORNERS}{faces}")),
            [[0, 1, 2], [0, 1, 3], [0, 2, 3], [0, 1, 2]]
        );
    }

    #[test]
    fn faces_may_come_before_their_vertices() {
        assert_eq!(elements(&format!("f 1 2 3 4\n{CORNERS}")).len(), 2);
    }

    fn parts(obj: &str) -> Vec<(Option<String>, usize)> {
        let file = read_bytes("t.obj", format!("{CORNERS}{obj}").as_bytes()).unwrap();
        file.parts.into_iter().map(|part| (part.name.clone(), part.element_count())).collect()
    }

    #[test]
    fn objects_are_parts_and_groups_are_where_there_are_none() {
        let own = |name: &str| Some(name.to_owned());
        assert_eq!(parts("f 1 2 3\n"), [(None, 1)]);
        assert_eq!(
            parts("f 1 2 3\no a b # c\nf 1 2 3\nf 1 2 4\no Bolt#2\nf 1 2 3\no empty\n"),
            [(None, 1), (own("a b"), 2), (own("Bolt#2"), 1)]
        );
        let groups = "g x\nf 1 2 3\ng y\nf 1 2 4\ng x\nf 1 3 4\ng\nf 2 3 4\n";
        assert_eq!(parts(groups), [(own("x"), 2), (own("y"), 1), (None, 1)]);
        assert_eq!(parts(&groups.replace("g y", "o y")), [(None, 1), (own("y"), 3)]);
    }

    #[test]
    fn lines_and_points_are_no_faces() {
        let obj = format!("{CORNERS}l 1 2\nf 1 2 3\np 1\nf 1 2 4\n");
        let file = read_bytes("t.obj", obj.as_bytes()).unwrap();
        assert!(file.report.sources.is_empty());
        assert_eq!((file.report.lines_skipped, file.report.points_skipped), (1, 1));
    }

    #[test]
    fn statements_of_other_programs_are_counted_up_to_half_of_the_file() {
        let obj = format!("{CORNERS}f 1 2 3\nvcolor 1 0 0\n");
        let file = read_bytes("t.obj", obj.as_bytes()).unwrap();
        assert_eq!(file.report.statements_unknown, 1);
        assert_eq!(file.report.to_string(), "unknown statements skipped: 1");
        let text = "Dear all,\nplease find\nthe mesh\nbelow\n".repeat(2);
        for text in [format!("Dear all,\nf you\n{text}"), format!("{CORNERS}f 1 2 3\n{text}")] {
            let message = read_bytes("t.obj", text.as_bytes()).unwrap_err().to_string();
            assert!(message.contains("text that is no mesh, not OBJ"), "{message}");
        }
    }

    #[test]
    fn bad_lines_are_named() {
        for (obj, expected) in [
            ("v 0 0 0\nf 1 2\n", "line 2"),
            ("v 0 0 0\nf 1 0 2\n", "line 2"),
            ("v 0 0 0\nv 0 zero 0\n", "line 2: expected a coordinate, found 'zero'"),
            ("v 0 0 0\nf 1 1000 2\n", "vertex 999"),
            ("v 0 nan 0\n", "vertex 0 is at (0, NaN, 0)"),
        ] {
            let message = read_bytes("t.obj", obj.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(expected) && message.contains("t.obj"), "{message}");
        }
    }
}
