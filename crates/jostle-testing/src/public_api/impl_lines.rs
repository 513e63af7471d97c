//! The lines of an `impl`: the public members it adds to a type, or the trait it implements.

use super::item_lines::{bounds, function, parameters, where_clause};
use super::module_tree::{ModuleTree, Target, is_left_out, is_type};
use super::one_line::one_line;
use super::public_paths::PublicPaths;
use syn::visit::{self, Visit};
use syn::{
    GenericArgument, GenericParam, Generics, ImplItem, Item, ItemImpl, Path, PathArguments, Type,
    TypePath, Visibility,
};

/// An `impl` and where it is written.
pub struct ImplBlock<'t> {
    pub tree: &'t ModuleTree,
    pub paths: &'t PublicPaths,
    pub module: usize,
    pub block: &'t ItemImpl,
}

impl ImplBlock<'_> {
    /// One line for each public member, or one for the trait; none if the types are not public.
    pub fn lines(&self) -> Vec<String> {
        match &self.block.trait_ {
            None => self.inherent_lines(),
            Some((negative, path, _)) => {
                let negative = if negative.is_some() { "!" } else { "" };
                self.trait_line(negative, path).into_iter().collect()
            }
        }
    }

    fn inherent_lines(&self) -> Vec<String> {
        let Type::Path(own) = &*self.block.self_ty else { return Vec::new() };
        let Some(path) = self.local_type(&own.path).and_then(|t| self.paths.first(&t)) else {
            return Vec::new();
        };
        // `Mesh<3>` has members that `Mesh<N>` has not.
        let arguments = arguments(&own.path);
        let special = arguments.iter().any(|argument| !self.is_parameter(argument));
        let path = if special { path.to_owned() + &joined(&arguments) } else { path.to_owned() };
        let bounds = bounds(&self.block.generics);
        let mut lines = Vec::new();
        for item in &self.block.items {
            match item {
                ImplItem::Fn(item) if is_listed(&item.vis, &item.attrs) => {
                    let path = format!("{path}::{}", item.sig.ident);
                    lines.push(function("method", &path, &item.sig, &bounds));
                }
                ImplItem::Const(item) if is_listed(&item.vis, &item.attrs) => {
                    let ty = one_line(&item.ty);
                    let bounds = where_clause(&Generics::default(), &bounds);
                    lines.push(format!("associated const {path}::{}: {ty}{bounds}", item.ident));
                }
                _ => (),
            }
        }
        lines
    }

    fn trait_line(&self, negative: &str, path: &Path) -> Option<String> {
        let mut types = TypePaths { found: vec![path] };
        types.visit_type(&self.block.self_ty);
        types.visit_path(path);
        let local: Vec<Target> = types.found.iter().filter_map(|p| self.local_type(p)).collect();
        if local.is_empty() || local.iter().any(|target| self.paths.first(target).is_none()) {
            return None;
        }
        let own = match &*self.block.self_ty {
            Type::Path(own) => self.full_path(&own.path),
            other => one_line(other),
        };
        let generics = &self.block.generics;
        let mut line =
            if self.block.unsafety.is_some() { "unsafe impl" } else { "impl" }.to_owned();
        line += &format!("{} {negative}{}", parameters(generics), self.full_path(path));
        line += &format!(" for {own}{}", where_clause(generics, &[]));
        let types = self.block.items.iter().filter_map(|item| match item {
            ImplItem::Type(item) => Some(format!("{} = {}", item.ident, one_line(&item.ty))),
            _ => None,
        });
        let types: Vec<String> = types.collect();
        Some(if types.is_empty() { line } else { format!("{line} {{ {} }}", types.join(", ")) })
    }

    /// The type or trait of this crate that a path leads to, if it does.
    fn local_type(&self, path: &Path) -> Option<Target> {
        let names = names(path);
        if names.len() == 1 && self.is_parameter(&names[0]) {
            return None;
        }
        for target in self.tree.lookup_path(self.module, &names) {
            match target {
                Target::Item(module, item) => {
                    let target = Target::Item(module, item);
                    match &self.tree.modules[module].items[item] {
                        // An alias that is not public stands for its type.
                        Item::Type(alias) if self.paths.first(&target).is_none() => {
                            if let Type::Path(aliased) = &*alias.ty {
                                return ImplBlock { module, ..*self }.local_type(&aliased.path);
                            }
                        }
                        item if is_type(item) => return Some(target),
                        _ => (),
                    }
                }
                Target::Unknown(..) => return Some(target),
                // What a macro made in this module; its name alone looks like that of a crate.
                Target::Foreign(name) => {
                    let made = Target::Unknown(self.module, name);
                    return self.paths.first(&made).is_some().then_some(made);
                }
                Target::Module(_) | Target::Variant(..) => (),
            }
        }
        None
    }

    /// A path from the root of a crate, with the generic arguments that are written here.
    fn full_path(&self, path: &Path) -> String {
        let full = match self.local_type(path) {
            Some(target) => self.paths.first(&target).map(str::to_owned),
            None => self
                .tree
                .lookup_path(self.module, &names(path))
                .into_iter()
                .find_map(|t| if let Target::Foreign(path) = t { Some(path) } else { None }),
        };
        full.unwrap_or_else(|| names(path).join("::")) + &joined(&arguments(path))
    }

    fn is_parameter(&self, name: &str) -> bool {
        name == "'_"
            || self.block.generics.params.iter().any(|parameter| match parameter {
                GenericParam::Lifetime(p) => one_line(&p.lifetime) == name,
                GenericParam::Type(p) => p.ident == name,
                GenericParam::Const(p) => p.ident == name,
            })
    }
}

fn is_listed(visibility: &Visibility, attributes: &[syn::Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_left_out(attributes)
}

fn names(path: &Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// The generic arguments at the end of a path.
fn arguments(path: &Path) -> Vec<String> {
    match path.segments.last().map(|segment| &segment.arguments) {
        Some(PathArguments::AngleBracketed(list)) => {
            list.args.iter().map(|argument: &GenericArgument| one_line(argument)).collect()
        }
        _ => Vec::new(),
    }
}

fn joined(arguments: &[String]) -> String {
    if arguments.is_empty() { String::new() } else { format!("<{}>", arguments.join(", ")) }
}

/// The paths of all types within a type.
struct TypePaths<'t> {
    found: Vec<&'t Path>,
}

impl<'t> Visit<'t> for TypePaths<'t> {
    fn visit_type_path(&mut self, path: &'t TypePath) {
        if path.qself.is_none() {
            self.found.push(&path.path);
        }
        visit::visit_type_path(self, path);
    }
}
