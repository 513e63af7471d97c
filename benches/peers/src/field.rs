//! Who runs on which workload.

use crate::cgal::Cgal;
use crate::contest::Engine;
use crate::workloads::Object;
use clap::ValueEnum;
use jostle::Mesh;
use std::path::PathBuf;

/// One row of a table.
pub struct Contestant {
    pub name: &'static str,
    pub threads: usize,
    /// Whether its answer is exact, so that it has to agree.
    pub exact: bool,
    pub program: PathBuf,
    /// Arguments before the number of threads.
    pub arguments: Vec<String>,
}

/// The programs that contestants run in.
pub struct Programs {
    pub own: PathBuf,
    pub cgal: Option<Cgal>,
    pub cgal_native: Option<Cgal>,
}

/// All contestants of a workload, Jostle first.
pub fn contestants(programs: &Programs, objects: &[Object], threads: usize) -> Vec<Contestant> {
    let own = |name, engine: Engine, exact| {
        let engine = engine.to_possible_value().expect("none is skipped");
        Contestant {
            name,
            threads,
            exact,
            program: programs.own.clone(),
            arguments: vec!["contest".to_owned(), engine.get_name().to_owned()],
        }
    };
    let mut field = vec![
        own("Jostle", Engine::Jostle, true),
        own("parry: Bvh, GJK (inexact)", Engine::Parry, false),
    ];
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
        let ways = [
            (boxes, "boxes", true),
            // A tree has no query against itself, and its triangles are compared by CGAL alone.
            (trees, "trees", triangles && !some_self),
            (own, "self", triangles && all_self),
        ];
        for (name, way, _) in ways.into_iter().filter(|way| way.2) {
            let program = cgal.program.clone();
            let arguments = vec![way.to_owned()];
            field.push(Contestant { name, threads, exact: true, program, arguments });
        }
    }
    field
}
