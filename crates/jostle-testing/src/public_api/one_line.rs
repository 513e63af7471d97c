//! Syntax on one line, spaced as rustfmt spaces it, whatever lines and spaces the source has.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// What the spaces around a token depend on.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A name that an argument list or an index may follow, or a literal.
    Operand,
    /// A keyword before a type, or a lifetime: a space follows.
    Keyword,
    /// An operator before its operand, as in `&T`, `*const T` and `?Sized`: no space follows.
    Prefix,
    /// An operator between its operands: a space on both sides.
    Infix,
    /// A comma, a semicolon or a colon: a space follows.
    Separator,
    /// `::`, `.` and ranges: no space on either side.
    Joint,
    /// `<`.
    Opening,
    /// `>`.
    Closing,
    /// A group of parentheses or brackets.
    Group,
    /// A group of braces.
    Braces,
}

/// The text of a piece of syntax.
pub fn one_line(syntax: &impl ToTokens) -> String {
    text(syntax.to_token_stream())
}

fn text(tokens: TokenStream) -> String {
    let tokens = tokens_with_kinds(tokens);
    let mut line = String::new();
    for (i, (text, kind)) in tokens.iter().enumerate() {
        let next = tokens.get(i + 1).map(|t| t.1);
        // The comma that ends a list over several lines; that of a tuple of one stays.
        let ends = matches!(next, None | Some(Kind::Closing));
        if text == "," && ends && (next.is_some() || tokens[..i].iter().any(|t| t.0 == ",")) {
            continue;
        }
        if i > 0 && space_between(tokens[i - 1].1, *kind) {
            line.push(' ');
        }
        line += text;
    }
    line
}

fn space_between(before: Kind, after: Kind) -> bool {
    use Kind::*;
    match (before, after) {
        (_, Braces) | (Braces, Operand | Keyword) => true,
        (_, Separator | Closing) | (Opening | Prefix, _) => false,
        (Joint, _) => false,
        (Keyword, Joint | Prefix | Group) => true,
        (_, Joint) => false,
        (Infix | Separator, _) | (_, Infix) => true,
        (Operand | Keyword | Closing | Group, Opening) => false,
        (Operand | Closing | Group, Group) => false,
        (Operand | Keyword | Closing | Group, Operand | Keyword) => true,
        (Operand | Closing | Group, Prefix) => true,
        (Braces, _) => false,
    }
}

/// The tokens with operators of several characters put together and groups as one token.
fn tokens_with_kinds(tokens: TokenStream) -> Vec<(String, Kind)> {
    let mut found: Vec<(String, Kind)> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let before = found.last().map(|t| t.1);
        let after_operand = matches!(before, Some(Kind::Operand | Kind::Closing | Kind::Group));
        found.push(match token {
            TokenTree::Group(group) => {
                let inside = text(group.stream());
                match group.delimiter() {
                    Delimiter::Parenthesis => (format!("({inside})"), Kind::Group),
                    Delimiter::Bracket => (format!("[{inside}]"), Kind::Group),
                    Delimiter::Brace if inside.is_empty() => ("{}".to_owned(), Kind::Braces),
                    Delimiter::Brace => (format!("{{ {inside} }}"), Kind::Braces),
                    Delimiter::None => (inside, Kind::Operand),
                }
            }
            TokenTree::Literal(literal) => (literal.to_string(), Kind::Operand),
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let kind = match name.as_str() {
                    "as" | "const" | "dyn" | "impl" | "in" | "mut" | "unsafe" | "where" => {
                        Kind::Keyword
                    }
                    _ => Kind::Operand,
                };
                (name, kind)
            }
            TokenTree::Punct(first) if first.as_char() == '\'' => {
                let name = tokens.next().expect("a lifetime has a name");
                (format!("'{name}"), Kind::Keyword)
            }
            TokenTree::Punct(first) => {
                let mut operator = first.as_char().to_string();
                let mut joint = first.spacing() == Spacing::Joint;
                while joint && let Some(TokenTree::Punct(next)) = tokens.peek() {
                    let longer = format!("{operator}{}", next.as_char());
                    if !["::", "->", "=>", "..", "..=", "=="].contains(&longer.as_str()) {
                        break;
                    }
                    joint = next.spacing() == Spacing::Joint;
                    operator = longer;
                    tokens.next();
                }
                let kind = match operator.as_str() {
                    "," | ";" | ":" => Kind::Separator,
                    "::" | "." | ".." | "..=" => Kind::Joint,
                    "<" => Kind::Opening,
                    ">" => Kind::Closing,
                    "&" | "?" | "!" | "#" => Kind::Prefix,
                    "*" | "-" if !after_operand => Kind::Prefix,
                    _ => Kind::Infix,
                };
                (operator, kind)
            }
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_spaced_as_rustfmt_spaces_them() {
        for expected in [
            "&mut self",
            "&'a mut [f64; 3]",
            "impl Into<String>",
            "Result<Vec<(ObjectId, [DVec3; N])>, QueryError>",
            "Box<dyn Fn(&Scene, usize) -> Option<&'static str> + Send + 'a>",
            "<T as Iterator>::Item",
            "impl Iterator<Item = (usize, &'a T)> + ?Sized",
            "*const [u8; 2 * N - 1]",
            "for<'a> fn(&'a str) -> (T,)",
            "dyn ::std::any::Any",
            "&dyn Any",
            "where T: Copy + 'a, [T; N]: Default, for<'b> &'b T: Ord",
        ] {
            let spread: TokenStream = expected.parse().unwrap();
            assert_eq!(one_line(&spread), expected);
        }
        let lines: TokenStream = "Map<\n  (\n    A,\n    B,\n  ),\n  C,\n>".parse().unwrap();
        assert_eq!(one_line(&lines), "Map<(A, B), C>");
    }
}
