//! The paths under which the items of a crate can be named from outside.

use super::module_tree::{ModuleTree, Target, is_public, name};
use std::collections::{BTreeMap, BTreeSet};
use syn::Item;

/// Every public item with its paths, the shortest first, then in alphabetical order.
pub struct PublicPaths {
    paths: BTreeMap<Target, BTreeSet<(usize, String)>>,
}

impl PublicPaths {
    /// Follows public modules and public imports from the root of a crate.
    pub fn of(tree: &ModuleTree, crate_name: &str) -> PublicPaths {
        let mut found = PublicPaths { paths: BTreeMap::new() };
        found.visit(tree, &mut vec![0], crate_name);
        for (module, items) in tree.items_of_the_crate() {
            for (i, item) in items.iter().enumerate() {
                if let (Item::Macro(_), true, Some(name)) = (item, is_public(item), name(item)) {
                    found.insert(Target::Item(module, i), 1, format!("{crate_name}::{name}"));
                }
            }
        }
        found
    }

    /// Adds what the last of a chain of modules exports; the chain keeps modules that export each
    /// other from being followed forever.
    fn visit(&mut self, tree: &ModuleTree, modules: &mut Vec<usize>, path: &str) {
        let depth = modules.len();
        for (name, target) in tree.exports(modules[depth - 1]) {
            let path = format!("{path}::{name}");
            self.insert(target.clone(), depth, path.clone());
            if let Target::Module(module) = target
                && !modules.contains(&module)
            {
                modules.push(module);
                self.visit(tree, modules, &path);
                modules.pop();
            }
        }
    }

    fn insert(&mut self, target: Target, depth: usize, path: String) {
        self.paths.entry(target).or_default().insert((depth, path));
    }

    /// Every public item, each with all its paths.
    pub fn iter(&self) -> impl Iterator<Item = (&Target, impl Iterator<Item = &str>)> {
        self.paths.iter().map(|(item, paths)| (item, paths.iter().map(|(_, path)| path.as_str())))
    }

    /// The first path of an item; none if it is not public.
    pub fn first(&self, target: &Target) -> Option<&str> {
        self.paths.get(target)?.first().map(|(_, path)| path.as_str())
    }
}
