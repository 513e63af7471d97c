//! Certificates as a table, for docs/certificates.md.

use super::meshes::NamedMesh;
use jostle::freeness::Certificate;
use jostle_support::text::grouped;
use std::process::ExitCode;
use std::time::Instant;

/// Certificates of each mesh; the fastest is timed.
const REPEAT: u32 = 3;

pub fn run(meshes: &[NamedMesh]) -> ExitCode {
    println!(
        "| mesh | elements | k | mean | k (d/4) | mean (d/4) | height | pairs of two copies at most | ms |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for own in meshes {
        let mut best = f64::INFINITY;
        let mut certificate = None;
        for _ in 0..REPEAT {
            let start = Instant::now();
            certificate = Some(Certificate::from_mesh(&own.mesh).expect("checked"));
            best = best.min(start.elapsed().as_secs_f64());
        }
        let certificate = certificate.expect("at least one");
        println!(
            "| {} | {} | {} | {:.1} | {} | {:.1} | {:.1} | {} | {:.1} |",
            own.name,
            grouped(certificate.elements()),
            certificate.k(),
            certificate.k_mean(),
            certificate.k_printed(),
            certificate.k_printed_mean(),
            certificate.height(),
            grouped(certificate.pairs_bound(&certificate) as usize),
            best * 1e3
        );
    }
    ExitCode::SUCCESS
}
