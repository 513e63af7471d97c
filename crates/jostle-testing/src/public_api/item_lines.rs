//! The lines that describe an item itself: its declaration, and the members that are written in it.

use super::module_tree::is_left_out;
use super::one_line::one_line;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Fields, FnArg, GenericParam, Generics, Item, Pat, Path, Signature, Token, TraitItem,
    Variant, Visibility, WherePredicate,
};

/// The line of an item under one of its paths.
pub fn declaration(item: &Item, path: &str) -> String {
    let line = |kind: &str, generics: &Generics, attributes: &[Attribute]| {
        let exhaustive = attributes.iter().any(|a| a.path().is_ident("non_exhaustive"));
        let suffix = if exhaustive { " #[non_exhaustive]" } else { "" };
        format!("{kind} {path}{}{}{suffix}", parameters(generics), where_clause(generics, &[]))
    };
    match item {
        Item::Const(item) => format!("const {path}: {}", one_line(&item.ty)),
        Item::Enum(item) => line("enum", &item.generics, &item.attrs),
        Item::Fn(item) => function("fn", path, &item.sig, &[]),
        Item::Macro(_) => format!("macro {path}!"),
        Item::Static(item) => format!("static {path}: {}", one_line(&item.ty)),
        Item::Struct(item) => line("struct", &item.generics, &item.attrs),
        Item::Trait(item) => {
            let kind = if item.unsafety.is_some() { "unsafe trait" } else { "trait" };
            let bounds = match one_line(&item.supertraits) {
                bounds if bounds.is_empty() => bounds,
                bounds => format!(": {bounds}"),
            };
            let generics = &item.generics;
            let parameters = parameters(generics);
            format!("{kind} {path}{parameters}{bounds}{}", where_clause(generics, &[]))
        }
        Item::Type(item) => {
            let generics = &item.generics;
            format!("type {path}{} = {}", parameters(generics), one_line(&item.ty))
        }
        Item::Union(item) => line("union", &item.generics, &item.attrs),
        _ => format!("item {path}"),
    }
}

/// The lines of what is written in an item: fields, variants, the items of a trait, derives.
pub fn members(item: &Item, path: &str) -> Vec<String> {
    match item {
        Item::Enum(item) => {
            let variants = item.variants.iter().filter(|v| !is_left_out(&v.attrs));
            let lines = variants.map(|v| variant(v, &format!("{path}::{}", v.ident)));
            lines.chain(derives(&item.attrs, path)).collect()
        }
        Item::Struct(item) => {
            let mut lines = fields(&item.fields, path);
            lines.extend(derives(&item.attrs, path));
            lines
        }
        Item::Union(item) => {
            let mut lines = fields(&Fields::Named(item.fields.clone()), path);
            lines.extend(derives(&item.attrs, path));
            lines
        }
        Item::Trait(item) => item.items.iter().filter_map(|i| trait_item(i, path)).collect(),
        _ => Vec::new(),
    }
}

/// A variant with what it holds.
pub fn variant(variant: &Variant, path: &str) -> String {
    let types = |named: bool| {
        let fields = variant.fields.iter().filter(|field| !is_left_out(&field.attrs));
        let types = fields.map(|field| match &field.ident {
            Some(name) if named => format!("{name}: {}", one_line(&field.ty)),
            _ => one_line(&field.ty),
        });
        types.collect::<Vec<String>>().join(", ")
    };
    let payload = match &variant.fields {
        Fields::Named(_) => format!(" {{ {} }}", types(true)),
        Fields::Unnamed(_) => format!("({})", types(false)),
        Fields::Unit => String::new(),
    };
    let value = variant.discriminant.as_ref().map(|(_, value)| format!(" = {}", one_line(value)));
    format!("variant {path}{payload}{}", value.unwrap_or_default())
}

/// A function or method, with bounds that what it is in adds to its own.
pub fn function(kind: &str, path: &str, signature: &Signature, bounds: &[String]) -> String {
    let mut line = String::new();
    for (there, qualifier) in [
        (signature.constness.is_some(), "const "),
        (signature.asyncness.is_some(), "async "),
        (signature.unsafety.is_some(), "unsafe "),
    ] {
        line += if there { qualifier } else { "" };
    }
    if let Some(abi) = &signature.abi {
        line += &format!("{} ", one_line(abi));
    }
    let arguments: Vec<String> = signature.inputs.iter().map(argument).collect();
    line += &format!("{kind} {path}{}", parameters(&signature.generics));
    line += &format!("({})", arguments.join(", "));
    if let syn::ReturnType::Type(_, output) = &signature.output {
        line += &format!(" -> {}", one_line(output));
    }
    line + &where_clause(&signature.generics, bounds)
}

/// An argument without what only the body of the function sees: `mut`, and patterns.
fn argument(argument: &FnArg) -> String {
    match argument {
        FnArg::Receiver(receiver) => {
            let mut receiver = receiver.clone();
            receiver.attrs.clear();
            if receiver.reference.is_none() {
                receiver.mutability = None;
            }
            one_line(&receiver)
        }
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => format!("{}: {}", name.ident, one_line(&typed.ty)),
            _ => format!("_: {}", one_line(&typed.ty)),
        },
    }
}

fn trait_item(item: &TraitItem, path: &str) -> Option<String> {
    Some(match item {
        TraitItem::Const(item) if !is_left_out(&item.attrs) => {
            let default = if item.default.is_some() { " = .." } else { "" };
            format!("associated const {path}::{}: {}{default}", item.ident, one_line(&item.ty))
        }
        TraitItem::Fn(item) if !is_left_out(&item.attrs) => {
            let default = if item.default.is_some() { " { .. }" } else { "" };
            let name = format!("{path}::{}", item.sig.ident);
            function("method", &name, &item.sig, &[]) + default
        }
        TraitItem::Type(item) if !is_left_out(&item.attrs) => {
            let mut item = item.clone();
            item.attrs.clear();
            let text = one_line(&item);
            let text = text.trim_start_matches("type ").trim_end_matches(';');
            format!("associated type {path}::{text}")
        }
        _ => return None,
    })
}

fn fields(fields: &Fields, path: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        if matches!(field.vis, Visibility::Public(_)) && !is_left_out(&field.attrs) {
            let name = field.ident.as_ref().map_or(i.to_string(), |name| name.to_string());
            lines.push(format!("field {path}::{name}: {}", one_line(&field.ty)));
        }
    }
    lines
}

fn derives(attributes: &[Attribute], path: &str) -> Option<String> {
    let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let mut traits: Vec<String> = derives
        .filter_map(|d| d.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok())
        .flatten()
        .map(|path| one_line(&path))
        .collect();
    traits.sort();
    (!traits.is_empty()).then(|| format!("derive {path}: {}", traits.join(", ")))
}

/// `<'a, T: Copy, const N: usize>`, or nothing.
pub fn parameters(generics: &Generics) -> String {
    let parameters: Vec<String> = generics.params.iter().map(one_line).collect();
    if parameters.is_empty() { String::new() } else { format!("<{}>", parameters.join(", ")) }
}

/// ` where T: Copy`, with further bounds, or nothing.
pub fn where_clause(generics: &Generics, further: &[String]) -> String {
    let mut all: Vec<String> = predicates(generics).map(one_line).collect();
    all.extend_from_slice(further);
    if all.is_empty() { String::new() } else { format!(" where {}", all.join(", ")) }
}

/// The bounds that generics state, on parameters and after `where`, each as `T: Bound`.
pub fn bounds(generics: &Generics) -> Vec<String> {
    let on_parameters = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(p) if !p.bounds.is_empty() => {
            Some(format!("{}: {}", p.ident, one_line(&p.bounds)))
        }
        GenericParam::Lifetime(p) if !p.bounds.is_empty() => {
            Some(format!("{}: {}", one_line(&p.lifetime), one_line(&p.bounds)))
        }
        _ => None,
    });
    on_parameters.chain(predicates(generics).map(one_line)).collect()
}

fn predicates(generics: &Generics) -> impl Iterator<Item = &WherePredicate> {
    generics.where_clause.iter().flat_map(|clause| &clause.predicates)
}
