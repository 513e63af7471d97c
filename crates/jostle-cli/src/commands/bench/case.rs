//! One combination of the options: a scene and its size, and a method to measure on it.

use super::args::{BenchArgs, Choice, SelfTest};
use super::bench_scene::BenchScene;
use super::methods::{self, Method};
use super::scene_size::SceneSize;
use crate::error::Error;
use jostle::Query;
use jostle::collide::baselines::{Baseline, IntersectionTest, KeyFunction};
use jostle_scenes::{Replacement, SceneOptions};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Case {
    pub scene: Arc<BenchScene>,
    pub size: SceneSize,
    pub method: &'static Method,
    pub test: IntersectionTest,
    /// Of the methods that hash.
    pub keys: Option<KeyFunction>,
    pub has_self_collision: SelfTest,
    pub surfaces: bool,
    pub meshes: Vec<Replacement>,
}

/// The chosen methods, or their equivalents on the chosen backend.
fn chosen_methods(args: &BenchArgs) -> Result<Vec<&'static Method>, Error> {
    // To look for GPUs takes a while, and their drivers may have something to say.
    let all = if args.method.contains(&Choice::All) { Method::available() } else { Vec::new() };
    let mut named = Choice::values(&args.method, all);
    if args.method.is_empty() {
        named.extend(methods::find("kdet-clusters"));
    }
    let backend = args.backend.backend;
    let is_all = args.method.contains(&Choice::All);
    let mut methods: Vec<&'static Method> = Vec::new();
    for method in named {
        match method.on(backend) {
            Some(equivalent) if methods.contains(&equivalent) => (),
            Some(equivalent) => methods.push(equivalent),
            // Of all methods, those that there are.
            None if is_all => (),
            None => {
                return Err(Error::NoSuchMethod { method: method.name, backend: backend.name() });
            }
        }
    }
    Ok(methods)
}

impl Case {
    /// All combinations, scene by scene.
    pub fn all(args: &BenchArgs) -> Result<Vec<Case>, Error> {
        let methods = chosen_methods(args)?;
        let tests = Choice::values(&args.test, IntersectionTest::ALL);
        let hashes = Choice::values(&args.hash, KeyFunction::ALL);
        let selves = Choice::values(&args.has_self_collision, SelfTest::ALL);
        let meshes: Vec<Replacement> = args.mesh.iter().map(|m| Replacement::parse(m)).collect();
        let mut cases = Vec::new();
        for scene in BenchScene::all(&args.scenes)? {
            for size in scene.sizes(args)? {
                for &has_self_collision in &selves {
                    for &method in &methods {
                        let hashes = hashes.iter().copied().map(Some);
                        let keys: Vec<Option<KeyFunction>> =
                            if method.hashes { hashes.collect() } else { vec![None] };
                        for keys in keys {
                            let tests = tests.iter().filter(|&&test| method.can_test(test));
                            cases.extend(tests.map(|&test| Case {
                                scene: scene.clone(),
                                size,
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

    pub fn scene_options(&self) -> SceneOptions {
        let sized = match self.size {
            SceneSize::Resolution(resolution) => SceneOptions::with_resolution(resolution),
            SceneSize::Elements(elements) => SceneOptions::with_elements(elements),
            SceneSize::Recorded => SceneOptions::default(),
        };
        SceneOptions {
            surfaces: self.surfaces,
            has_self_collision: self.has_self_collision.flag(),
            meshes: self.meshes.clone(),
            ..sized
        }
    }

    /// The query; objects inside others are not looked for, as the papers do not.
    pub fn query(&self) -> Query {
        let query = (self.method.query)();
        let method = *query.baseline_settings();
        let keys = self.keys.unwrap_or(method.keys);
        query.baseline(Baseline { test: self.test, keys, ..method }).containment(false)
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

    /// Scene, size and method, for the progress line.
    pub fn title(&self) -> String {
        format!("{} {} {}", self.scene.name, self.size, self.method.name)
    }

    pub fn file_name(&self) -> String {
        let keys = self.keys.map_or(String::new(), |keys| format!("_{}", keys.name()));
        let surfaces = if self.surfaces { "-surfaces" } else { "" };
        format!(
            "{}-{}{surfaces}_{}{keys}_{}_self-{}.csv",
            self.scene.name,
            self.size.to_string().trim_start_matches('~'),
            self.method.name,
            self.test.name(),
            self.has_self_collision.name()
        )
    }
}
