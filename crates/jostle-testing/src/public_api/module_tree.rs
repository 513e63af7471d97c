//! The modules of a crate as they are written, and what the paths in them lead to.

use std::fs;
use std::path::{Path, PathBuf};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Item, ItemEnum, Meta, Token, UseTree, Visibility};

/// What a path leads to: places in a [`ModuleTree`], or names outside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A module.
    Module(usize),
    /// An item of a module.
    Item(usize, usize),
    /// A variant of an enum, which is an item of a module.
    Variant(usize, usize, usize),
    /// A path into another crate.
    Foreign(String),
    /// A name in a module that no item has: a macro makes it.
    Unknown(usize, String),
}

/// All modules of a crate, whose root is the first, and of the crates that it is made of.
pub struct ModuleTree {
    pub modules: Vec<Module>,
    /// The name and the root of each crate that it is made of.
    parts: Vec<(String, usize)>,
}

/// One module, without what only tests see.
pub struct Module {
    /// The root of its crate.
    root: usize,
    parent: usize,
    pub items: Vec<Item>,
    /// The item that declares a module, and the module.
    children: Vec<(usize, usize)>,
    imports: Vec<Import>,
}

/// One name, or all names, that a `use` brings into a module.
struct Import {
    public: bool,
    path: Vec<String>,
    /// None for all names, `*`.
    name: Option<String>,
}

/// The lookups under way, by module and name: an import may lead back to itself.
type Pending = Vec<(usize, String)>;

impl ModuleTree {
    /// Reads `lib.rs` of a folder and all modules it leads to, and those of other crates, by name and folder: what the
    /// crate re-exports from these is listed as if it stood in the crate.
    pub fn read(source: &Path, parts: &[(String, PathBuf)]) -> ModuleTree {
        let mut tree = ModuleTree { modules: Vec::new(), parts: Vec::new() };
        tree.add(0, 0, parse(&source.join("lib.rs")), source);
        for (name, source) in parts {
            let root = tree.modules.len();
            tree.add(root, root, parse(&source.join("lib.rs")), source);
            tree.parts.push((name.clone(), root));
        }
        tree
    }

    /// Adds a module and those within it, whose files are in a folder.
    fn add(&mut self, root: usize, parent: usize, items: Vec<Item>, folder: &Path) -> usize {
        let module = self.modules.len();
        let items: Vec<Item> =
            items.into_iter().filter(|item| !only_for_tests(attributes(item))).collect();
        let imports = items.iter().flat_map(imports).collect();
        let children = Vec::new();
        self.modules.push(Module { root, parent, items: Vec::new(), children, imports });
        let mut children = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let Item::Mod(declaration) = item else { continue };
            let inside = folder.join(declaration.ident.to_string());
            let items = match &declaration.content {
                Some((_, items)) => items.clone(),
                None => parse(&module_file(&inside)),
            };
            children.push((i, self.add(root, module, items, &inside)));
        }
        self.modules[module].items = items;
        self.modules[module].children = children;
        module
    }

    /// The modules of the crate itself, with their items.
    pub fn items_of_the_crate(&self) -> impl Iterator<Item = (usize, &[Item])> {
        let own = self.modules.iter().enumerate().filter(|(_, module)| module.root == 0);
        own.map(|(module, own)| (module, &own.items[..]))
    }

    /// What a module offers to those that can name it: names and what they lead to.
    pub fn exports(&self, module: usize) -> Vec<(String, Target)> {
        self.exports_of(module, &mut Vec::new())
    }

    fn exports_of(&self, module: usize, pending: &mut Vec<usize>) -> Vec<(String, Target)> {
        if pending.contains(&module) {
            return Vec::new();
        }
        pending.push(module);
        let mut found = Vec::new();
        for (i, item) in self.modules[module].items.iter().enumerate() {
            // Exported macros are at the root, wherever they are written.
            let is_offered = is_public(item) && !is_hidden(attributes(item));
            if is_offered && !matches!(item, Item::Macro(_)) {
                found.extend(name(item).map(|name| (name.to_string(), self.item(module, i))));
            }
        }
        for import in self.modules[module].imports.iter().filter(|import| import.public) {
            if let Some(name) = &import.name {
                let targets = self.resolve(module, &import.path, true, &mut Vec::new());
                found.extend(targets.into_iter().map(|target| (name.clone(), target)));
                continue;
            }
            match self.resolve_container(module, &import.path, &mut Vec::new()) {
                Target::Module(all) => found.extend(self.exports_of(all, pending)),
                Target::Foreign(path) => {
                    found.push(("*".to_owned(), Target::Foreign(format!("{path}::*"))));
                }
                all => found.extend(self.variants(&all)),
            }
        }
        pending.pop();
        found
    }

    /// What a path that is written in a module leads to, seen from that module.
    pub fn lookup_path(&self, module: usize, path: &[String]) -> Vec<Target> {
        self.resolve(module, path, false, &mut Vec::new())
    }

    /// What a path leads to: more than one thing where a type and a function have the same name.
    /// With `public`, only what may be exported again.
    fn resolve(
        &self,
        module: usize,
        path: &[String],
        public: bool,
        pending: &mut Pending,
    ) -> Vec<Target> {
        let (last, containers) = path.split_last().expect("a path has a name");
        if ["crate", "self", "super"].contains(&last.as_str()) {
            return vec![self.resolve_container(module, path, pending)];
        }
        if containers.is_empty() {
            let found = self.lookup(module, last, public, pending);
            return if found.is_empty() { vec![Target::Foreign(last.clone())] } else { found };
        }
        let container = self.resolve_container(module, containers, pending);
        let found = match container {
            Target::Module(inside) => self.lookup(inside, last, public, pending),
            _ => Vec::new(),
        };
        if found.is_empty() { vec![self.member(container, last)] } else { found }
    }

    /// The module, enum or other crate that a path leads to.
    fn resolve_container(&self, module: usize, path: &[String], pending: &mut Pending) -> Target {
        let (first, rest) = path.split_first().expect("a path has a name");
        let mut at = match first.as_str() {
            "crate" => Target::Module(self.modules[module].root),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent),
            first => match self.container(module, first, pending) {
                Some(found) => found,
                None => match self.parts.iter().find(|(name, _)| name == first) {
                    Some(&(_, root)) => Target::Module(root),
                    None => Target::Foreign(first.to_owned()),
                },
            },
        };
        for name in rest {
            let found = match at {
                Target::Module(inside) if name == "super" => {
                    Some(Target::Module(self.modules[inside].parent))
                }
                Target::Module(inside) => self.container(inside, name, pending),
                _ => None,
            };
            at = found.unwrap_or_else(|| self.member(at, name));
        }
        at
    }

    /// A name within something that is no module of this crate, or that the module does not have.
    fn member(&self, container: Target, name: &str) -> Target {
        if let Some((_, variant)) =
            self.variants(&container).into_iter().find(|(variant, _)| variant == name)
        {
            return variant;
        }
        match container {
            Target::Foreign(path) => Target::Foreign(format!("{path}::{name}")),
            Target::Module(module) => Target::Unknown(module, name.to_owned()),
            Target::Unknown(module, path) => Target::Unknown(module, format!("{path}::{name}")),
            Target::Item(module, item) | Target::Variant(module, item, _) => {
                let item = self::name(&self.modules[module].items[item]);
                let item = item.map(Ident::to_string).unwrap_or_default();
                Target::Unknown(module, format!("{item}::{name}"))
            }
        }
    }

    /// Everything of one name in a module: its items, then its imports, then what `*` imports.
    fn lookup(
        &self,
        module: usize,
        name: &str,
        public: bool,
        pending: &mut Pending,
    ) -> Vec<Target> {
        let key = (module, name.to_owned());
        if pending.contains(&key) {
            return Vec::new();
        }
        pending.push(key);
        let mut found = self.direct(module, name, public);
        let imports = self.modules[module].imports.iter().filter(|i| i.public || !public);
        for import in imports.clone().filter(|import| import.name.as_deref() == Some(name)) {
            found.extend(self.resolve(module, &import.path, public, pending));
        }
        if found.is_empty() {
            for import in imports.filter(|import| import.name.is_none()) {
                let all = self.resolve_container(module, &import.path, pending);
                match all {
                    Target::Module(all) => found.extend(self.lookup(all, name, public, pending)),
                    all => found.extend(
                        self.variants(&all).into_iter().filter(|(n, _)| n == name).map(|(_, v)| v),
                    ),
                }
            }
        }
        pending.pop();
        found.sort();
        found.dedup();
        found
    }

    /// What a name followed by `::` means in a module.
    fn container(&self, module: usize, name: &str, pending: &mut Pending) -> Option<Target> {
        let holds = |target: &Target| match target {
            Target::Item(module, item) => is_type(&self.modules[*module].items[*item]),
            Target::Variant(..) => false,
            _ => true,
        };
        // An import of the same name may be one of a function from this very module.
        let direct = self.direct(module, name, false).into_iter().find(holds);
        direct.or_else(|| self.lookup(module, name, false, pending).into_iter().find(holds))
    }

    fn direct(&self, module: usize, name: &str, public: bool) -> Vec<Target> {
        let items = self.modules[module].items.iter().enumerate();
        items
            .filter(|(_, item)| self::name(item).is_some_and(|own| own == name))
            .filter(|(_, item)| !public || is_public(item))
            .map(|(i, _)| self.item(module, i))
            .collect()
    }

    fn item(&self, module: usize, item: usize) -> Target {
        let Module { items, children, .. } = &self.modules[module];
        match &items[item] {
            Item::Mod(_) => {
                let child = children.iter().find(|(declaration, _)| *declaration == item);
                Target::Module(child.expect("every declared module is read").1)
            }
            Item::ExternCrate(other) => Target::Foreign(other.ident.to_string()),
            _ => Target::Item(module, item),
        }
    }

    fn variants(&self, target: &Target) -> Vec<(String, Target)> {
        let Target::Item(module, item) = *target else { return Vec::new() };
        let Item::Enum(ItemEnum { variants, .. }) = &self.modules[module].items[item] else {
            return Vec::new();
        };
        let variants = variants.iter().enumerate();
        variants
            .filter(|(_, variant)| !is_left_out(&variant.attrs))
            .map(|(i, variant)| (variant.ident.to_string(), Target::Variant(module, item, i)))
            .collect()
    }
}

fn parse(file: &Path) -> Vec<Item> {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display())).items
}

fn module_file(folder: &Path) -> PathBuf {
    let file = folder.with_extension("rs");
    if file.is_file() { file } else { folder.join("mod.rs") }
}

/// The imports of a `use`; none for other items.
fn imports(item: &Item) -> Vec<Import> {
    let Item::Use(item) = item else { return Vec::new() };
    let mut found = Vec::new();
    flatten(&item.tree, &mut Vec::new(), &mut |path, name| {
        let path = path.to_vec();
        found.push(Import { public: matches!(item.vis, Visibility::Public(_)), path, name });
    });
    found
}

fn flatten(
    tree: &UseTree,
    path: &mut Vec<String>,
    visit: &mut impl FnMut(&[String], Option<String>),
) {
    let length = path.len();
    let mut leaf = |path: &mut Vec<String>, from: &Ident, name: &Ident| {
        let is_container = from == "self" && !path.is_empty();
        if !is_container {
            path.push(from.to_string());
        }
        // `{self}` brings in the name of the path before it.
        let name = if name == "self" { path.last().cloned() } else { Some(name.to_string()) };
        visit(path, name);
    };
    match tree {
        UseTree::Name(name) => leaf(path, &name.ident, &name.ident),
        UseTree::Rename(name) => leaf(path, &name.ident, &name.rename),
        UseTree::Glob(_) => visit(path, None),
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            flatten(&part.tree, path, visit);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, visit)),
    }
    path.truncate(length);
}

/// Whether attributes leave an item out of what users see: it is for tests only, or hidden.
pub fn is_left_out(attributes: &[Attribute]) -> bool {
    only_for_tests(attributes) || is_hidden(attributes)
}

/// Whether an item is `#[doc(hidden)]`: public for other crates of this project only.
fn is_hidden(attributes: &[Attribute]) -> bool {
    let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
    docs.filter_map(|doc| doc.parse_args::<Meta>().ok()).any(|meta| meta.path().is_ident("hidden"))
}

/// Whether attributes leave an item out of everything but tests.
fn only_for_tests(attributes: &[Attribute]) -> bool {
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.filter_map(|cfg| cfg.parse_args::<Meta>().ok()).any(|meta| needs_tests(&meta))
}

fn needs_tests(condition: &Meta) -> bool {
    let parts = |list: &syn::MetaList| {
        list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default()
    };
    match condition {
        Meta::Path(name) => name.is_ident("test") || name.is_ident("doctest"),
        Meta::List(list) if list.path.is_ident("all") => parts(list).iter().any(needs_tests),
        Meta::List(list) if list.path.is_ident("any") => parts(list).iter().all(needs_tests),
        _ => false,
    }
}

/// Whether an item is a type or a trait.
pub fn is_type(item: &Item) -> bool {
    matches!(
        item,
        Item::Enum(_)
            | Item::Struct(_)
            | Item::Trait(_)
            | Item::TraitAlias(_)
            | Item::Type(_)
            | Item::Union(_)
    )
}

/// Whether an item is `pub`, or an exported macro.
pub fn is_public(item: &Item) -> bool {
    match item {
        Item::Macro(item) => item.attrs.iter().any(|a| a.path().is_ident("macro_export")),
        item => matches!(parts(item).1, Some(Visibility::Public(_))),
    }
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    parts(item).0
}

/// The name of an item, where it has one of its own.
pub fn name(item: &Item) -> Option<&Ident> {
    parts(item).2
}

fn parts(item: &Item) -> (&[Attribute], Option<&Visibility>, Option<&Ident>) {
    match item {
        Item::Const(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Enum(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::ExternCrate(i) => {
            let name = i.rename.as_ref().map_or(&i.ident, |(_, name)| name);
            (&i.attrs, Some(&i.vis), Some(name))
        }
        Item::Fn(i) => (&i.attrs, Some(&i.vis), Some(&i.sig.ident)),
        Item::ForeignMod(i) => (&i.attrs, None, None),
        Item::Impl(i) => (&i.attrs, None, None),
        Item::Macro(i) => (&i.attrs, None, i.ident.as_ref()),
        Item::Mod(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Static(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Struct(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Trait(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::TraitAlias(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Type(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Union(i) => (&i.attrs, Some(&i.vis), Some(&i.ident)),
        Item::Use(i) => (&i.attrs, Some(&i.vis), None),
        _ => (&[], None, None),
    }
}
