//! The public items of a crate, read from its source, and the comparison with those on record.
//!
//! A line for everything that can be named from outside: `struct jostle::Scene`,
//! `field jostle::Pair::a: ElementId`, `variant ...`, `fn ...`, `method ...`, `impl Trait for ...`,
//! `use jostle::DVec3 = glam::DVec3`. Types in signatures are as they are written in the source.
//!
//! What macros make is not expanded: a public import of it is listed as `item`, its members are not
//! listed, and what a macro makes directly in a public module is not seen.

mod impl_lines;
mod item_lines;
mod module_tree;
mod one_line;
mod public_paths;

use impl_lines::ImplBlock;
use module_tree::{ModuleTree, Target};
use public_paths::PublicPaths;
use std::path::{Path, PathBuf};
use std::{env, fs};
use syn::Item;

/// Lists what a crate offers, sorted, from the folder that holds its `lib.rs`.
///
/// An item with several public paths is listed under each, and its members under the shortest, the
/// first of these in alphabetical order.
///
/// # Panics
///
/// If a file of the crate cannot be read or is not Rust.
pub fn public_items(crate_name: &str, source: &Path, parts: &[(String, PathBuf)]) -> Vec<String> {
    let tree = ModuleTree::read(source, parts);
    let paths = PublicPaths::of(&tree, &crate_name.replace('-', "_"));
    let mut lines: Vec<String> = paths
        .iter()
        .flat_map(|(target, all)| all.map(|path| line(&tree, target, path)).collect::<Vec<_>>())
        .collect();
    for (module, items) in tree.modules.iter().map(|module| &module.items).enumerate() {
        for (i, item) in items.iter().enumerate() {
            if let Some(path) = paths.first(&Target::Item(module, i)) {
                lines.extend(item_lines::members(item, path));
            }
            if let Item::Impl(block) = item {
                lines.extend(ImplBlock { tree: &tree, paths: &paths, module, block }.lines());
            }
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

fn line(tree: &ModuleTree, target: &Target, path: &str) -> String {
    match target {
        Target::Module(_) => format!("mod {path}"),
        Target::Item(module, item) => {
            item_lines::declaration(&tree.modules[*module].items[*item], path)
        }
        Target::Variant(module, item, variant) => match &tree.modules[*module].items[*item] {
            Item::Enum(item) => item_lines::variant(&item.variants[*variant], path),
            _ => unreachable!("only enums have variants"),
        },
        Target::Foreign(other) => format!("use {path} = {other}"),
        Target::Unknown(..) => format!("item {path}"),
    }
}

/// Compares what a crate offers, with what it re-exports from crates beside it that are its parts, with
/// `public-api.txt` in its folder. With `UPDATE_PUBLIC_API=1` in
/// the environment, writes that file instead.
///
/// # Panics
///
/// If they differ, with the lines that do.
pub fn check_public_api(crate_name: &str, folder: &Path, parts: &[&str]) {
    let crates = folder.parent().expect("the folder of all crates");
    let part = |name: &&str| (name.replace('-', "_"), crates.join(name).join("src"));
    let parts: Vec<_> = parts.iter().map(part).collect();
    let items = public_items(crate_name, &folder.join("src"), &parts);
    let file = folder.join("public-api.txt");
    if env::var_os("UPDATE_PUBLIC_API").is_some_and(|value| value == "1") {
        let text: String = items.iter().map(|item| format!("{item}\n")).collect();
        fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        return;
    }
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    let differences = differences(&recorded, &items);
    assert!(
        differences.is_empty(),
        "the public items of {crate_name} are not those of {}:\n{}\n\nif this is intended, accept it \
         with\n\n    UPDATE_PUBLIC_API=1 cargo test -p {crate_name} --test all public_api\n",
        file.display(),
        differences.join("\n"),
    );
}

/// Recorded lines that are gone, with `-`, and lines that are not recorded, with `+`, as sorted lines.
fn differences(recorded: &str, items: &[String]) -> Vec<String> {
    let recorded: Vec<&str> = recorded.lines().collect();
    let removed = recorded.iter().filter(|line| !items.iter().any(|item| item == *line));
    let added = items.iter().filter(|item| !recorded.contains(&item.as_str()));
    let mut lines: Vec<String> = removed.map(|line| format!("- {line}")).collect();
    lines.extend(added.map(|line| format!("+ {line}")));
    lines.sort_by(|a, b| a[2..].cmp(&b[2..]).then(b.cmp(a)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TemporaryFolder;

    fn listed(test: &str, files: &[(&str, &str)]) -> Vec<String> {
        let folder = TemporaryFolder::new(test);
        for (name, text) in files {
            let file = folder.file(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        public_items("example-crate", folder.path(), &[])
    }

    #[test]
    fn only_what_can_be_named_from_outside_is_listed() {
        let lib = "
            mod private;
            pub mod shapes;
            pub(crate) mod inner { pub struct Hidden; }
            #[cfg(test)] pub mod tests;
            #[doc(hidden)] pub mod measured { pub struct Estimate; }
            #[cfg(doctest)] pub struct Readme;
            pub use glam::{DVec3, f32::Vec3 as Single};
            pub use private::{Kept as Renamed, Made, nested::{self, deep}};
            pub use shapes::shapes;
            pub(crate) use private::Unused;
            pub(crate) fn internal() {}
            fn own() {}
            #[macro_export] macro_rules! shout { () => {}; }
        ";
        let private = "
            make! { Made }
            use std::fmt;
            type Alias = Kept;
            #[derive(Debug, Clone)]
            pub struct Kept { pub size: f64, pub(crate) hidden: u8, secret: u8 }
            pub struct Unused;
            impl Alias {
                pub const LIMIT: usize = 3;
                pub fn new(mut size: f64, (a, b): (u8, u8)) -> Self { Self::default() }
                pub(super) fn internal(&self) {}
                #[cfg(test)] pub fn for_tests(&self) {}
            }
            impl Made { pub const fn index(self) -> usize { 0 } }
            impl fmt::Display for Kept { }
            impl From<Unused> for Kept { }
            impl Internal for Kept { }
            trait Internal {}
            pub mod nested { pub fn deep<'a, T: Copy>(x: &'a mut [T],) -> Option<&'a T>
                where T: Ord, { None } }
        ";
        let shapes = "
            pub use super::private::Kept;
            /// Documentation.
            #[non_exhaustive]
            pub enum Shape<T> { Ball(T, [f64; 2]), Cube { side: T, }, #[cfg(test)] Test, Point = 4 }
            pub trait Volume: Sized { type Unit: Copy; const N: usize;
                fn volume(&self) -> f64; fn name(&self) -> String { String::new() } }
            impl<T: Copy> Volume for Shape<T> { type Unit = f64; }
            impl<T: Copy> Shape<T> { pub fn scaled(self, by: f64) -> Self { Self::default() } }
            impl Shape<f64> { pub fn side(&self) -> f64 { 0.0 } }
            pub fn shapes() {}
            pub struct Pair(pub u32, u32);
        ";
        let files = [("lib.rs", lib), ("private/mod.rs", private), ("shapes.rs", shapes)];
        let expected = "\
associated const example_crate::Renamed::LIMIT: usize
associated const example_crate::shapes::Volume::N: usize
associated type example_crate::shapes::Volume::Unit: Copy
const method example_crate::Made::index(self) -> usize
derive example_crate::Renamed: Clone, Debug
enum example_crate::shapes::Shape<T> #[non_exhaustive]
field example_crate::Renamed::size: f64
field example_crate::shapes::Pair::0: u32
fn example_crate::deep<'a, T: Copy>(x: &'a mut [T]) -> Option<&'a T> where T: Ord
fn example_crate::nested::deep<'a, T: Copy>(x: &'a mut [T]) -> Option<&'a T> where T: Ord
fn example_crate::shapes()
fn example_crate::shapes::shapes()
impl std::fmt::Display for example_crate::Renamed
impl<T: Copy> example_crate::shapes::Volume for example_crate::shapes::Shape<T> { Unit = f64 }
item example_crate::Made
macro example_crate::shout!
method example_crate::Renamed::new(size: f64, _: (u8, u8)) -> Self
method example_crate::shapes::Shape::scaled(self, by: f64) -> Self where T: Copy
method example_crate::shapes::Shape<f64>::side(&self) -> f64
method example_crate::shapes::Volume::name(&self) -> String { .. }
method example_crate::shapes::Volume::volume(&self) -> f64
mod example_crate::nested
mod example_crate::shapes
struct example_crate::Renamed
struct example_crate::shapes::Kept
struct example_crate::shapes::Pair
trait example_crate::shapes::Volume: Sized
use example_crate::DVec3 = glam::DVec3
use example_crate::Single = glam::f32::Vec3
variant example_crate::shapes::Shape::Ball(T, [f64; 2])
variant example_crate::shapes::Shape::Cube { side: T }
variant example_crate::shapes::Shape::Point = 4";
        let found = listed("public-items", &files);
        assert_eq!(differences(expected, &found), [""; 0]);
        assert_eq!(found.join("\n"), expected);
    }

    #[test]
    fn imports_of_all_names_and_of_each_other_end() {
        let lib = "
            mod a { pub use super::b::*; pub use crate::b::all as everything; pub struct A; }
            pub mod b { pub use super::a::*; pub mod all { pub use super::*; } pub struct B; }
            pub use a::*;
            pub use rayon::prelude::*;
            pub use Side::*;
            pub enum Side { Left }
        ";
        let found = listed("public-items-of-imports", &[("lib.rs", lib)]);
        for line in [
            "struct example_crate::A",
            "struct example_crate::B",
            "struct example_crate::b::A",
            "struct example_crate::b::all::B",
            "mod example_crate::everything",
            "use example_crate::* = rayon::prelude::*",
            "variant example_crate::Left",
            "variant example_crate::Side::Left",
        ] {
            assert!(found.iter().any(|f| f == line), "{line} is missing:\n{}", found.join("\n"));
        }
    }

    #[test]
    fn differences_are_what_is_gone_and_what_is_new() {
        let items = ["fn a::f()", "fn a::g(x: f64)", "fn a::i()"].map(str::to_owned);
        let found = differences("fn a::f()\nfn a::g()\nfn a::h()\n", &items);
        assert_eq!(found, ["- fn a::g()", "+ fn a::g(x: f64)", "- fn a::h()", "+ fn a::i()"]);
    }
}
