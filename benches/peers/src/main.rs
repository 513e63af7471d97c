//! Jostle beside other engines on the same workloads.

mod args;
mod bodies;
mod cgal;
mod distances;
mod engine_process;
mod engine_runs;
mod engine_setups;
mod impact;
mod jostle_engine;
mod machine;
mod memory;
mod pair_difference;
mod parry_engine;
mod rays;
mod repeated_timing;
mod report;
mod table;
mod temporary_folder;
mod text;
mod throughput;
mod workload_files;
mod workloads;

use args::{Args, Inner};
use cgal::Cgal;
use clap::Parser;
use engine_setups::{EngineSetup, Programs};
use std::error::Error;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use workloads::{Size, Workload};

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    match &args.inner {
        Some(Inner::Engine(process)) => return process.run(),
        Some(Inner::ImpactEngine(process)) => return process.run(),
        Some(Inner::Impact(args)) => return args.run(),
        Some(Inner::Bodies(args)) => return args.run(),
        Some(Inner::Rays(args)) => return rays::run(args),
        Some(Inner::Throughput(args)) => {
            throughput::run(args);
            return Ok(());
        }
        Some(Inner::Distances(args)) => {
            distances::run(args);
            return Ok(());
        }
        None => {}
    }
    let folder = temporary_folder::TemporaryFolder::new()?;
    compare(&args, folder.path())
}

fn compare(args: &Args, folder: &Path) -> Result<(), Box<dyn Error>> {
    // Before compiling, which is load of our own.
    let machine = machine::describe();
    let programs = programs(args)?;
    println!("{machine}.");
    let rounds = text::counted(args.repeat.max(1) as usize, "round");
    println!("Whole queries, best of {rounds}: from positions in memory to all pairs.");
    if args.cold {
        println!("Cold: the first query of a process, with all that it prepares.");
    }
    println!("x Jostle is the time over Jostle's with as many threads. parry is inexact, and");
    println!("skips elements that share vertices.");
    let mut csv = format!("{}\n", table::CSV_HEADER);
    let wanted =
        |w: &Workload| args.workload.is_empty() || args.workload.iter().any(|n| n == w.name);
    for workload in workloads::ALL.into_iter().filter(wanted) {
        csv += &compare_on(&workload, args, &programs, folder)?;
    }
    if let Some(path) = &args.csv {
        fs::write(path, csv).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn programs(args: &Args) -> Result<Programs, Box<dyn Error>> {
    status("compiling CGAL's program");
    let own = std::env::current_exe()?;
    // Beside this program, where build outputs belong.
    let folder = own.with_file_name("peers-cgal");
    let compile = |native| {
        let compiled = Cgal::compile(&folder, native);
        compiled.map_err(|why| eprintln!("{why}")).ok()
    };
    let cgal = compile(false);
    if cgal.as_ref().is_some_and(|cgal| !cgal.threads) {
        eprintln!("CGAL runs with one thread: install libtbb-dev for more.");
    }
    let cgal_native = if args.native && cgal.is_some() { compile(true) } else { None };
    Ok(Programs { own, cgal, cgal_native })
}

fn compare_on(
    workload: &Workload,
    args: &Args,
    programs: &Programs,
    folder: &Path,
) -> Result<String, Box<dyn Error>> {
    status(&format!("making {}", workload.name));
    let objects = (workload.make)(if args.quick { Size::Quick } else { Size::Full });
    let elements = objects.iter().map(|object| object.mesh.element_count()).sum::<usize>();
    let file = folder.join("workload");
    workload_files::write_workload(&file, &objects)?;
    let threads = args.threads.iter();
    let setups: Vec<EngineSetup> = threads
        .flat_map(|&threads| engine_setups::engine_setups(programs, &objects, threads, args.cold))
        .collect();
    let runs = [args.repeat.max(1), if args.cold { 1 } else { engine_runs::RUNS }];
    let measurements = engine_runs::measure(&setups, &file, runs, |what| {
        status(&format!("{}: {what}", workload.name));
    });
    status("");
    let (name, about) = (workload.name, workload.about);
    let [element_count, object_count] =
        [(elements, "element"), (objects.len(), "object")].map(|(n, what)| text::counted(n, what));
    println!("\n{name}: {about}; {element_count}, {object_count}");
    let rows = report::rows(&setups, &measurements)?;
    print!("{}", table::table(&rows));
    report::print_differences(&objects, &rows);
    Ok(table::csv(workload.name, elements, &rows))
}

/// What is going on, on a terminal; quiet in a pipe.
fn status(what: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{what}");
        let _ = std::io::stderr().flush();
    }
}
