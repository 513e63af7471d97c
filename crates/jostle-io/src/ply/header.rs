//! The PLY header: which elements follow, and what each of them is made of.

use crate::binary::{Order, Scalar};
use crate::error::{ParseError, ParseResult};
use crate::text::{Text, parse_integer, words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyEncoding {
    Ascii,
    Binary(Order),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub name: Vec<u8>,
    pub scalar: Scalar,
    /// The type of the length, if the property is a list.
    pub length: Option<Scalar>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub name: Vec<u8>,
    pub count: usize,
    pub properties: Vec<Property>,
}

impl Element {
    /// Bytes of one element; `None` if it holds a list.
    pub fn stride(&self) -> Option<usize> {
        self.properties.iter().map(|p| p.length.is_none().then(|| p.scalar.size())).sum()
    }

    /// The fewest bytes one element can take.
    pub fn least(&self, encoding: BodyEncoding) -> usize {
        match encoding {
            // A digit and a separator.
            BodyEncoding::Ascii => 2 * self.properties.len(),
            BodyEncoding::Binary(_) => {
                self.properties.iter().map(|p| p.length.unwrap_or(p.scalar).size()).sum()
            }
        }
    }

    pub fn find(&self, names: &[&[u8]]) -> Option<usize> {
        self.properties.iter().position(|p| names.contains(&p.name.as_slice()))
    }
}

pub(super) struct Header {
    pub encoding: BodyEncoding,
    pub elements: Vec<Element>,
    /// Where the content begins.
    pub end: usize,
}

pub(super) fn parse(content: &[u8]) -> ParseResult<Header> {
    let mut text = Text::new(content);
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    text.line();
    loop {
        let Some(line) = text.line() else {
            return Err(text.error("expected 'end_header', found the end of the file"));
        };
        let parts: Vec<&[u8]> = words(line).take(6).collect();
        match *parts.as_slice() {
            [] | [b"comment" | b"obj_info", ..] => {}
            [b"format", name, ..] => encoding = Some(parse_encoding(name, &text)?),
            [b"element", name, count] => {
                let count = parse_integer(count).and_then(|count| usize::try_from(count).ok());
                let Some(count) = count else {
                    return Err(text.unexpected("'element NAME COUNT'", line));
                };
                elements.push(Element { name: name.to_vec(), count, properties: Vec::new() });
            }
            [b"property", b"list", length, scalar, name] => {
                let property = Property {
                    name: name.to_vec(),
                    scalar: parse_scalar(scalar, &text)?,
                    length: Some(parse_scalar(length, &text)?),
                };
                push_property(&mut elements, property, &text)?;
            }
            [b"property", scalar, name] => {
                let scalar = parse_scalar(scalar, &text)?;
                let property = Property { name: name.to_vec(), scalar, length: None };
                push_property(&mut elements, property, &text)?;
            }
            [b"end_header", ..] => break,
            _ => return Err(text.unexpected("a line of a PLY header", line)),
        }
    }
    let Some(encoding) = encoding else {
        return Err(text.error("the header has no 'format' line"));
    };
    Ok(Header { encoding, elements, end: text.at() })
}

fn push_property(elements: &mut [Element], property: Property, text: &Text) -> ParseResult<()> {
    match elements.last_mut() {
        Some(element) => element.properties.push(property),
        None => return Err(text.error("a 'property' line comes before any 'element' line")),
    }
    Ok(())
}

fn parse_encoding(name: &[u8], text: &Text) -> ParseResult<BodyEncoding> {
    Ok(match name {
        b"ascii" => BodyEncoding::Ascii,
        b"binary_little_endian" => BodyEncoding::Binary(Order::Little),
        b"binary_big_endian" => BodyEncoding::Binary(Order::Big),
        _ => {
            let expected = "'ascii', 'binary_little_endian' or 'binary_big_endian'";
            return Err(text.unexpected(expected, name));
        }
    })
}

fn parse_scalar(name: &[u8], text: &Text) -> Result<Scalar, ParseError> {
    Ok(match name {
        b"char" | b"int8" => Scalar::I8,
        b"uchar" | b"uint8" => Scalar::U8,
        b"short" | b"int16" => Scalar::I16,
        b"ushort" | b"uint16" => Scalar::U16,
        b"int" | b"int32" => Scalar::I32,
        b"uint" | b"uint32" => Scalar::U32,
        // Not in the original description, but written by several programs.
        b"int64" => Scalar::I64,
        b"uint64" => Scalar::U64,
        b"float" | b"float32" => Scalar::F32,
        b"double" | b"float64" => Scalar::F64,
        _ => return Err(text.unexpected("a PLY number type", name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_understood() {
        let content = b"ply\r\nformat binary_big_endian 1.0\r\ncomment x\r\nelement vertex 3\r\n\
            property float x\r\nproperty uchar red\r\nelement face 1\r\n\
            property list uchar int vertex_index\r\nend_header\r\nrest";
        let header = parse(content).unwrap();
        assert_eq!(header.encoding, BodyEncoding::Binary(Order::Big));
        assert_eq!(&content[header.end..], b"rest");
        assert_eq!(header.elements[0].stride(), Some(5));
        assert_eq!(header.elements[1].stride(), None);
        assert_eq!(header.elements[1].count, 1);
    }

    #[test]
    fn errors_name_the_line() {
        for (content, line) in [
            (&b"ply\nformat ascii 1.0\nelement vertex -3\nend_header\n"[..], "line 3"),
            (b"ply\nproperty float x\nend_header\n", "line 2"),
            (b"ply\nformat trinary 1.0\nend_header\n", "line 2"),
            (b"ply\nformat ascii 1.0\nelement vertex 3\nproperty quad x\n", "line 4"),
            (b"ply\nformat ascii 1.0\n", "line 2"),
        ] {
            let Err(error) = parse(content) else { panic!("refused") };
            let message = error.in_file("x.ply").to_string();
            assert!(message.contains(line), "{message}");
        }
    }
}
