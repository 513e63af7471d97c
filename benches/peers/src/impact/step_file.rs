//! Steps and candidates as files, for engines in processes of their own.
//!
//! A step is the numbers of vertices, edges, faces, candidates of vertices and faces, and candidates of
//! edges (32 bits each); coordinates at the start, coordinates at the end; vertices of edges, of faces;
//! candidates as the indices of their features. A list of candidates is the last two numbers and the last
//! two lists. All little-endian.

use super::step::{Candidates, Step};
use jostle::DVec3;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Result, Write};
use std::path::Path;

pub fn write_step(path: &Path, step: &Step, candidates: &Candidates) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let Step { start, end, faces, edges } = step;
    let Candidates { vertex_faces, edge_edges } = candidates;
    let counts = [start.len(), edges.len(), faces.len(), vertex_faces.len(), edge_edges.len()];
    write_numbers(&mut file, &counts.map(|count| count as u32))?;
    for coordinate in start.iter().chain(end).flat_map(|v| v.to_array()) {
        file.write_all(&coordinate.to_le_bytes())?;
    }
    write_numbers(&mut file, edges.as_flattened())?;
    write_numbers(&mut file, faces.as_flattened())?;
    write_numbers(&mut file, vertex_faces.as_flattened())?;
    write_numbers(&mut file, edge_edges.as_flattened())?;
    file.flush()
}

pub fn read_step(path: &Path) -> Result<(Step, Candidates)> {
    let mut file = BufReader::new(File::open(path)?);
    let [vertices, edges, faces, vertex_faces, edge_edges] = read_rows(&mut file, 1)?[0];
    let start = read_points(&mut file, vertices)?;
    let end = read_points(&mut file, vertices)?;
    let edges = read_rows(&mut file, edges)?;
    let faces = read_rows(&mut file, faces)?;
    let vertex_faces = read_rows(&mut file, vertex_faces)?;
    let edge_edges = read_rows(&mut file, edge_edges)?;
    Ok((Step { start, end, faces, edges }, Candidates { vertex_faces, edge_edges }))
}

pub fn read_candidates(path: &Path) -> Result<Candidates> {
    let mut file = BufReader::new(File::open(path)?);
    let [vertex_faces, edge_edges] = read_rows(&mut file, 1)?[0];
    let vertex_faces = read_rows(&mut file, vertex_faces)?;
    Ok(Candidates { vertex_faces, edge_edges: read_rows(&mut file, edge_edges)? })
}

fn write_numbers(file: &mut impl Write, numbers: &[u32]) -> Result<()> {
    numbers.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))
}

fn read_rows<const N: usize>(file: &mut impl Read, count: u32) -> Result<Vec<[u32; N]>> {
    let mut rows = vec![[0; N]; count as usize];
    for number in rows.as_flattened_mut() {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes)?;
        *number = u32::from_le_bytes(bytes);
    }
    Ok(rows)
}

fn read_points(file: &mut impl Read, count: u32) -> Result<Vec<DVec3>> {
    let mut bytes = [[0; 8]; 3];
    let mut point = || {
        file.read_exact(bytes.as_flattened_mut())?;
        Ok(DVec3::from_array(bytes.map(f64::from_le_bytes)))
    };
    (0..count).map(|_| point()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::steps::{ALL, Size};

    #[test]
    fn steps_come_back_bit_for_bit() {
        let path = std::env::temp_dir().join(format!("peers-step-{}", std::process::id()));
        for workload in ALL {
            let step = (workload.make)(Size::Quick);
            let candidates = step.candidates().expect("a valid step");
            write_step(&path, &step, &candidates).expect("a file in the temporary folder");
            assert_eq!(read_step(&path).expect("what was written"), (step, candidates));
        }
        std::fs::remove_file(path).expect("the file is ours");
    }
}
