//! The engines and settings that run on a workload.

use crate::cgal::Cgal;
use crate::engine_process::Engine;
use crate::workloads::Object;
use clap::ValueEnum;
use jostle::Mesh;
use jostle::collide::Broad;
use std::path::PathBuf;

/// An engine with its settings: one row of a table.
pub struct EngineSetup {
    pub name: &'static str,
    pub threads: usize,
    /// Whether its answer is exact, so that it has to agree.
    pub exact: bool,
    pub program: PathBuf,
    /// Arguments before the number of threads.
    pub arguments: Vec<String>,
}

/// The programs that engines run in.
pub struct Programs {
    pub own: PathBuf,
    pub cgal: Option<Cgal>,
    pub cgal_native: Option<Cgal>,
}

/// All setups for a workload, Jostle first.
pub fn engine_setups(
    programs: &Programs,
    objects: &[Object],
    threads: usize,
    cold: bool,
) -> Vec<EngineSetup> {
    let own = |name, engine: Engine, exact, options: &[&str]| {
        let engine = engine.to_possible_value().expect("none is skipped");
        let command = ["engine"].into_iter().chain(cold.then_some("--cold"));
        let arguments = command.chain(options.iter().copied()).chain([engine.get_name()]);
        EngineSetup {
            name,
            threads,
            exact,
            program: programs.own.clone(),
            arguments: arguments.map(str::to_owned).collect(),
        }
    };
    let mut setups = vec![own("Jostle", Engine::Jostle, true, &[])];
    if cold {
        // What the default chooses from.
        let by = |name, broad: Broad| own(name, Engine::Jostle, true, &["--broad", broad.name()]);
        setups.push(by("Jostle: kdet", Broad::Grid));
        setups.push(by("Jostle: kdet-clusters", Broad::Clusters));
    }
    setups.push(own("parry: Bvh, GJK (inexact)", Engine::Parry, false, &[]));
    let triangles = objects.iter().all(|object| matches!(object.mesh, Mesh::Triangles(_)));
    let some_self = objects.iter().any(|object| object.has_self_collision);
    let all_self = objects.iter().all(|object| object.has_self_collision);
    let builds = [
        (
            &programs.cgal,
            ["CGAL: box_intersection_d", "CGAL: AABB_tree", "CGAL: self_intersections"],
        ),
        (
            &programs.cgal_native,
            [
                "CGAL: box_intersection_d, native",
                "CGAL: AABB_tree, native",
                "CGAL: self_intersections, native",
            ],
        ),
    ];
    for (cgal, [boxes, trees, own]) in builds {
        let Some(cgal) = cgal.as_ref().filter(|cgal| threads == 1 || cgal.threads) else {
            continue;
        };
        let methods = [
            (boxes, "boxes", true),
            // A tree has no query against itself, and its triangles are compared by CGAL alone.
            (trees, "trees", triangles && !some_self),
            (own, if cold { "self-cold" } else { "self" }, triangles && all_self),
        ];
        for (name, method, _) in methods.into_iter().filter(|method| method.2) {
            let program = cgal.program.clone();
            let arguments = vec![method.to_owned()];
            setups.push(EngineSetup { name, threads, exact: true, program, arguments });
        }
    }
    setups
}
