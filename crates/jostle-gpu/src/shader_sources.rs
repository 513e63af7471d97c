//! The WGSL files of each kernel, and its text: shared constants, then the files.
//!
//! A file says in its header what it does, and in lines `// needs: ...` what else its kernels are made of:
//! other files, alternatives such as `real_f32.wgsl|real_f64.wgsl`, `constants` for those of
//! [`shader_constants`](crate::shader_constants), and `threads` for the size of the workgroup.

use crate::shader_constants;

/// A WGSL file: its name and its text.
pub(crate) type Source = (&'static str, &'static str);

/// The sources of these names.
macro_rules! wgsl {
    ($($name:literal),* $(,)?) => {
        &[$((
            concat!($name, ".wgsl"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/wgsl/", $name, ".wgsl")),
        )),*]
    };
}
pub(crate) use wgsl;

/// Which buffers a kernel is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KernelLayout {
    Scene,
    Sort,
    Positions,
    Cells,
}

/// A kernel before it is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub entry: &'static str,
    pub layout: KernelLayout,
    /// Threads of a workgroup, for kernels with prefix sums.
    pub threads: Option<u32>,
    pub sources: Vec<Source>,
}

impl Kernel {
    /// Its text, for devices with subgroups or without.
    pub fn text(&self, has_subgroups: bool) -> String {
        let (parameters, arguments) = match has_subgroups {
            true => (
                "@builtin(subgroup_id) subgroup: u32, @builtin(num_subgroups) subgroups: u32,",
                ", subgroup, subgroups",
            ),
            false => ("", ""),
        };
        let mut text = shader_constants::wgsl(self.threads);
        text.extend(self.sources.iter().map(|source| source.1));
        text.replace("    SUBGROUP_PARAMETERS", parameters)
            .replace(" SUBGROUP_ARGUMENTS", arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::Arithmetic;
    use crate::pipelines::Pipelines;
    use std::collections::{BTreeMap, BTreeSet};

    /// All kernels of all kinds of devices.
    fn kernels() -> Vec<Kernel> {
        let mut all = Vec::new();
        for arithmetic in [Arithmetic::F32, Arithmetic::F64, Arithmetic::F32ThenF64] {
            for has_subgroups in [false, true] {
                Pipelines::build(arithmetic, has_subgroups, &mut |kernel| all.push(kernel));
            }
        }
        all
    }

    /// The files in `wgsl/`, by name.
    fn files() -> BTreeMap<String, String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/wgsl");
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let named = |path: std::path::PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        };
        entries.map(named).collect()
    }

    /// What the header of a file says that it needs: of each item, one of the alternatives.
    fn needs(text: &str) -> Vec<Vec<&str>> {
        let header = text.lines().take_while(|line| line.starts_with("//"));
        let lists: Vec<&str> = header.filter_map(|line| line.strip_prefix("// needs:")).collect();
        assert!(!lists.is_empty(), "no `// needs:` in the header:\n{text}");
        let items = lists.into_iter().flat_map(|list| list.split(',')).map(str::trim);
        items
            .filter(|item| !item.is_empty() && *item != "nothing")
            .map(|item| item.split('|').map(str::trim).collect())
            .collect()
    }

    /// The names that a text declares outside of functions, without those of entry points.
    fn declared(text: &str) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        let mut is_entry = false;
        for line in text.lines() {
            let rest = ["const ", "alias ", "struct ", "fn "]
                .iter()
                .find_map(|keyword| line.strip_prefix(keyword))
                .or_else(|| {
                    (line.starts_with("@group") || line.starts_with("var<"))
                        .then(|| line.split_once("> ").expect("a variable").1)
                });
            if let Some(rest) = rest.filter(|_| !is_entry) {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap();
                names.insert(&rest[..end]);
            }
            is_entry = line.starts_with("@compute");
        }
        names
    }

    /// The names in a text that can only be of something declared outside of functions: in capitals,
    /// or called.
    fn used(text: &str) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()) {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            for word in line.split(|c| !is_name(c)).filter(|word| !word.is_empty()) {
                let end = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
                let is_constant = word.len() > 1 && !word.contains(|c: char| c.is_lowercase());
                if is_constant || line[end..].starts_with('(') {
                    names.insert(word);
                }
            }
        }
        names
    }

    #[test]
    fn a_kernel_has_all_that_its_files_need_and_every_file_has_a_kernel() {
        let mut unused: BTreeSet<String> = files().into_keys().collect();
        for kernel in kernels() {
            let names: Vec<&str> = kernel.sources.iter().map(|source| source.0).collect();
            for (name, text) in &kernel.sources {
                unused.remove(*name);
                for alternatives in needs(text) {
                    let is_met = alternatives.iter().any(|need| match *need {
                        "constants" => true,
                        "threads" => kernel.threads.is_some(),
                        file => names.contains(&file),
                    });
                    assert!(is_met, "{}: {name} needs {alternatives:?}", kernel.entry);
                }
            }
            let unique: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(unique.len(), names.len(), "{}: {names:?}", kernel.entry);
        }
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn a_header_names_the_files_whose_symbols_are_used() {
        let files = files();
        let constants = shader_constants::wgsl(None);
        for (name, text) in &files {
            let needs: Vec<&str> = needs(text).into_iter().flatten().collect();
            let own = declared(text);
            for used in used(text).difference(&own) {
                let declaring: Vec<&str> = files
                    .iter()
                    .filter(|(_, other)| declared(other).contains(used))
                    .map(|(name, _)| name.as_str())
                    .chain(declared(&constants).contains(used).then_some("constants"))
                    .chain((*used == "THREADS").then_some("threads"))
                    .collect();
                let is_named = declaring.iter().any(|file| needs.contains(file));
                assert!(declaring.is_empty() || is_named, "{name}: {used} of {declaring:?}");
            }
            for need in needs.iter().filter(|need| !["constants", "threads"].contains(need)) {
                assert!(files.contains_key(*need), "{name} needs {need}, which is no file");
            }
        }
    }

    #[test]
    fn no_file_declares_a_shared_constant() {
        let constants = shader_constants::wgsl(Some(64));
        for (name, text) in files() {
            let twice: Vec<&str> =
                declared(&text).intersection(&declared(&constants)).copied().collect();
            assert!(twice.is_empty(), "{name} declares {twice:?}");
        }
    }
}
