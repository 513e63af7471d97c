//! Gmsh MSH 2.2 and 4.1: sections between `$Name` and `$EndName`, ascii or binary.

mod element;
mod element_type;
mod groups;
mod numbers;
mod tags;
mod v22;
mod v41;
mod write;

pub(crate) use write::{write_22, write_41};

use crate::binary::{Order, Scalar};
use crate::error::{ParseError, ParseResult, Place};
use crate::mesh_builder::MeshBuilder;
use crate::text::Text;
use groups::Groups;
use numbers::Numbers;
use tags::Tags;

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::new(content);
    let mut format = None;
    let mut tags = None;
    let mut groups = Groups::default();
    while let Some(word) = text.word() {
        match (word, &format, &tags) {
            (b"$MeshFormat", ..) => format = Some(read_format(&mut text, content)?),
            (b"$PhysicalNames", ..) => {
                groups.read_names(&mut text, builder)?;
                expect(&mut text, b"$EndPhysicalNames")?;
            }
            (b"$Entities", Some(Format { version: Version::V41, order, size }), _)
                if !groups.is_empty() =>
            {
                text.line();
                let mut numbers = Numbers::new(content, text.at(), *order);
                groups.read_entities(&mut numbers, *size)?;
                text.seek(numbers.at());
                expect(&mut text, b"$EndEntities")?;
            }
            (b"$Nodes", Some(format), None) => {
                text.line();
                let mut numbers = Numbers::new(content, text.at(), format.order);
                tags = Some(match format.version {
                    Version::V22 => v22::read_nodes(&mut numbers, builder)?,
                    Version::V41 => v41::read_nodes(&mut numbers, format.size, builder)?,
                });
                text.seek(numbers.at());
                expect(&mut text, b"$EndNodes")?;
            }
            (b"$Elements", Some(format), Some(tags)) => {
                text.line();
                let mut numbers = Numbers::new(content, text.at(), format.order);
                match format.version {
                    Version::V22 => v22::read_elements(&mut numbers, tags, &groups, builder)?,
                    Version::V41 => {
                        v41::read_elements(&mut numbers, format.size, tags, &groups, builder)?
                    }
                }
                text.seek(numbers.at());
                expect(&mut text, b"$EndElements")?;
            }
            (b"$Nodes" | b"$Elements", None, _) => {
                return Err(text.error("a section comes before '$MeshFormat'"));
            }
            (b"$Elements", _, None) => return Err(text.error("'$Elements' come before '$Nodes'")),
            (b"$Nodes", ..) => return Err(text.error("there are two sections '$Nodes'")),
            _ if word.starts_with(b"$") => skip_section(&mut text, word)?,
            _ => return Err(text.unexpected("a section such as '$Nodes'", word)),
        }
    }
    match (format, tags) {
        (None, _) => Err(text.error("there is no section '$MeshFormat'")),
        (_, None) => Err(text.error("there is no section '$Nodes'")),
        _ => Ok(()),
    }
}

#[derive(Clone, Copy)]
enum Version {
    V22,
    V41,
}

struct Format {
    version: Version,
    /// The byte order, if binary.
    order: Option<Order>,
    /// The type of counts and tags in 4.1.
    size: Scalar,
}

fn read_format(text: &mut Text, content: &[u8]) -> ParseResult<Format> {
    let version = match text.expect_word("the version")? {
        b"2" | b"2.0" | b"2.1" | b"2.2" => Version::V22,
        b"4.1" => Version::V41,
        word => {
            let feature = format!("MSH version {}", String::from_utf8_lossy(word));
            let remedy = "save it from Gmsh as version 4.1 or 2.2";
            return Err(ParseError::unsupported(text.place(), feature, remedy));
        }
    };
    let binary = text.integer("the file type")?;
    let size = match text.integer("the size of numbers")? {
        4 => Scalar::U32,
        8 => Scalar::U64,
        other => return Err(text.error(format!("numbers of {other} bytes are announced"))),
    };
    let order = match binary {
        0 => None,
        1 => {
            text.line();
            Some(read_order(text, content)?)
        }
        other => return Err(text.error(format!("the file type is {other}, not 0 or 1"))),
    };
    expect(text, b"$EndMeshFormat")?;
    Ok(Format { version, order, size })
}

/// A binary file holds the number one in its own byte order.
fn read_order(text: &mut Text, content: &[u8]) -> ParseResult<Order> {
    let at = text.at();
    text.seek(at + 4);
    match content.get(at..at + 4) {
        Some([1, 0, 0, 0]) => Ok(Order::Little),
        Some([0, 0, 0, 1]) => Ok(Order::Big),
        _ => Err(ParseError::malformed(
            Place::Byte(at),
            "expected the number one, to tell the byte order",
        )),
    }
}

fn expect(text: &mut Text, word: &[u8]) -> ParseResult<()> {
    let what = format!("'{}'", String::from_utf8_lossy(word));
    let found = text.expect_word(&what)?;
    if found == word { Ok(()) } else { Err(text.unexpected(&what, found)) }
}

/// Sections of no interest may be binary: only their end can be looked for.
fn skip_section(text: &mut Text, word: &[u8]) -> ParseResult<()> {
    let end = [b"$End", &word[1..]].concat();
    let rest = text.rest();
    let length = rest.split_inclusive(|&b| b == b'\n').try_fold(0, |at, line| {
        // Binary numbers may be followed by the end without a line break.
        if line.trim_ascii_end().ends_with(&end) {
            Err(at + line.len())
        } else {
            Ok(at + line.len())
        }
    });
    match length {
        Err(length) => {
            text.seek(text.at() + length);
            Ok(())
        }
        Ok(_) => {
            let end = String::from_utf8_lossy(&end).into_owned();
            Err(text.error(format!("expected '{end}', found the end of the file")))
        }
    }
}
