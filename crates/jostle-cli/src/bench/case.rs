//! One combination of the options: what is played, and through which method.

use super::args::{BenchArgs, Choice, SelfTest};
use super::methods::{self, Method};
use crate::error::Error;
use crate::text::count;
use jostle::Query;
use jostle::broad::KeyFunction;
use jostle::collide::Test;
use jostle_scenes::{ALL, Entry, RESOLUTIONS, Replacement, Setting};
use std::fmt;

/// How many elements a scene has: those of a resolution, or about as many as wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fineness {
    Resolution(usize),
    Elements(usize),
}

impl fmt::Display for Fineness {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fineness::Resolution(resolution) => write!(f, "{resolution}"),
            Fineness::Elements(elements) => write!(f, "~{elements}"),
        }
    }
}

impl Fineness {
    fn all(args: &BenchArgs) -> Vec<Fineness> {
        if args.elements.is_empty() {
            let resolutions = Choice::values(&args.resolution, 0..RESOLUTIONS.len());
            return resolutions.into_iter().map(Fineness::Resolution).collect();
        }
        args.elements.iter().map(|&elements| Fineness::Elements(elements as usize)).collect()
    }

    /// What it is, as a part of a sentence.
    pub fn words(&self) -> String {
        match self {
            Fineness::Resolution(resolution) => format!("resolution {resolution}"),
            Fineness::Elements(elements) => format!("about {} wanted", count(*elements)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Case {
    pub entry: &'static Entry,
    pub fineness: Fineness,
    pub method: &'static Method,
    pub test: Test,
    /// Of the methods that hash.
    pub keys: Option<KeyFunction>,
    pub has_self_collision: SelfTest,
    pub surfaces: bool,
    pub meshes: Vec<Replacement>,
}

/// The methods, on the backend that is asked for.
fn methods_of(args: &BenchArgs) -> Result<Vec<&'static Method>, Error> {
    let mut named = Choice::values(&args.method, Method::available());
    if args.method.is_empty() {
        named.extend(methods::find("kdet-clusters"));
    }
    let backend = args.backend.backend;
    let is_all = args.method.contains(&Choice::All);
    let mut methods: Vec<&'static Method> = Vec::new();
    for method in named {
        match method.on(backend) {
            Some(twin) if methods.contains(&twin) => (),
            Some(twin) => methods.push(twin),
            // Of all methods, those that there are.
            None if is_all => (),
            None => return Err(Error::NotThere { method: method.name, backend: backend.name() }),
        }
    }
    Ok(methods)
}

impl Case {
    /// All combinations, scene by scene.
    pub fn all(args: &BenchArgs) -> Result<Vec<Case>, Error> {
        let finenesses = Fineness::all(args);
        let methods = methods_of(args)?;
        let tests = Choice::values(&args.test, Test::ALL);
        let hashes = Choice::values(&args.hash, KeyFunction::ALL);
        let selves = Choice::values(&args.has_self_collision, SelfTest::ALL);
        let meshes: Vec<Replacement> = args.mesh.iter().map(|m| Replacement::parse(m)).collect();
        let mut cases = Vec::new();
        for entry in scenes(&args.scenes)? {
            for &fineness in &finenesses {
                for &has_self_collision in &selves {
                    for &method in &methods {
                        let hashes = hashes.iter().copied().map(Some);
                        let keys: Vec<Option<KeyFunction>> =
                            if method.hashes { hashes.collect() } else { vec![None] };
                        for keys in keys {
                            let tests = tests.iter().filter(|&&test| method.can_test(test));
                            cases.extend(tests.map(|&test| Case {
                                entry,
                                fineness,
                                method,
                                test,
                                keys,
                                has_self_collision,
                                surfaces: args.surfaces,
                                meshes: meshes.clone(),
                            }));
                        }
                    }
                }
            }
        }
        Ok(cases)
    }

    pub fn setting(&self) -> Setting {
        let of_size = match self.fineness {
            Fineness::Resolution(resolution) => Setting::resolution(resolution),
            Fineness::Elements(elements) => Setting::elements(elements),
        };
        Setting {
            surfaces: self.surfaces,
            has_self_collision: self.has_self_collision.flag(),
            meshes: self.meshes.clone(),
            ..of_size
        }
    }

    /// The query; objects inside others are not looked for, as the papers do not.
    pub fn query(&self) -> Query {
        let query = (self.method.query)().test(self.test).containment(false);
        self.keys.map_or(query.clone(), |keys| query.keys(keys))
    }

    /// Whether hash functions are among what differs between cases.
    pub fn keys_differ<'c>(cases: impl Iterator<Item = &'c Case> + Clone) -> bool {
        let mut chosen = cases.filter_map(|case| case.keys);
        let first = chosen.next();
        chosen.any(|keys| Some(keys) != first)
    }

    pub fn keys_name(&self) -> &'static str {
        self.keys.map_or("none", KeyFunction::name)
    }

    /// What it is, for the progress line.
    pub fn title(&self) -> String {
        format!("{} {} {}", self.entry.name, self.fineness, self.method.name)
    }

    pub fn file_name(&self) -> String {
        let keys = self.keys.map_or(String::new(), |keys| format!("_{}", keys.name()));
        let surfaces = if self.surfaces { "-surfaces" } else { "" };
        format!(
            "{}-{}{surfaces}_{}{keys}_{}_self-{}.csv",
            self.entry.name,
            self.fineness.to_string().trim_start_matches('~'),
            self.method.name,
            self.test.name(),
            self.has_self_collision.name()
        )
    }
}

fn scenes(names: &[String]) -> Result<Vec<&'static Entry>, Error> {
    let mut scenes: Vec<&'static Entry> = Vec::new();
    for name in names {
        let named = match name.as_str() {
            "all" => ALL.iter().collect(),
            name => vec![jostle_scenes::find(name)?],
        };
        for entry in named {
            if !scenes.iter().any(|other| other.name == entry.name) {
                scenes.push(entry);
            }
        }
    }
    Ok(scenes)
}
