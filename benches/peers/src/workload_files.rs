//! Workloads and pairs as files, for engines in processes of their own.
//!
//! A workload is the number of objects and then, for each: corners of an element, whether it is
//! tested against itself, number of vertices, number of elements (32 bits each), coordinates,
//! corners. Pairs are elements of the whole workload, numbered through. All little-endian.

use crate::workloads::Object;
use jostle::{DVec3, Mesh, SimplexMesh};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Result, Write};
use std::path::Path;

/// Two elements of a workload, lower index first.
pub type Pair = [u32; 2];

pub fn write_workload(path: &Path, objects: &[Object]) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(&(objects.len() as u32).to_le_bytes())?;
    for object in objects {
        match &object.mesh {
            Mesh::Triangles(mesh) => write_object(&mut file, mesh, object.has_self_collision)?,
            Mesh::Tets(mesh) => write_object(&mut file, mesh, object.has_self_collision)?,
        }
    }
    file.flush()
}

fn write_object<const N: usize>(
    file: &mut impl Write,
    mesh: &SimplexMesh<N>,
    has_self_collision: bool,
) -> Result<()> {
    let counts = [N, has_self_collision.into(), mesh.vertices.len(), mesh.elements.len()];
    for count in counts {
        file.write_all(&(count as u32).to_le_bytes())?;
    }
    for coordinate in mesh.vertices.iter().flat_map(|v| v.to_array()) {
        file.write_all(&coordinate.to_le_bytes())?;
    }
    for corner in mesh.elements.as_flattened() {
        file.write_all(&corner.to_le_bytes())?;
    }
    Ok(())
}

pub fn read_workload(path: &Path) -> Result<Vec<Object>> {
    let mut file = BufReader::new(File::open(path)?);
    let objects = number(&mut file)?;
    (0..objects).map(|_| read_object(&mut file)).collect()
}

fn read_object(file: &mut impl Read) -> Result<Object> {
    let [corners, has_self_collision, vertices, elements] =
        [number(file)?, number(file)?, number(file)?, number(file)?];
    let vertices = (0..vertices).map(|_| point(file)).collect::<Result<Vec<_>>>()?;
    let mesh = match corners {
        3 => Mesh::Triangles(SimplexMesh::new(vertices, read_elements(file, elements)?)),
        _ => Mesh::Tets(SimplexMesh::new(vertices, read_elements(file, elements)?)),
    };
    Ok(Object { mesh, has_self_collision: has_self_collision != 0 })
}

fn read_elements<const N: usize>(file: &mut impl Read, count: u32) -> Result<Vec<[u32; N]>> {
    let mut elements = vec![[0; N]; count as usize];
    for corner in elements.as_flattened_mut() {
        *corner = number(file)?;
    }
    Ok(elements)
}

fn number(file: &mut impl Read) -> Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn point(file: &mut impl Read) -> Result<DVec3> {
    let mut bytes = [[0; 8]; 3];
    file.read_exact(bytes.as_flattened_mut())?;
    Ok(DVec3::from_array(bytes.map(f64::from_le_bytes)))
}

pub fn write_pairs(path: &Path, pairs: &[Pair]) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for element in pairs.as_flattened() {
        file.write_all(&element.to_le_bytes())?;
    }
    file.flush()
}

pub fn read_pairs(path: &Path) -> Result<Vec<Pair>> {
    let bytes = std::fs::read(path)?;
    let (words, _) = bytes.as_chunks::<4>();
    let (pairs, _) = words.as_chunks::<2>();
    Ok(pairs.iter().map(|pair| pair.map(u32::from_le_bytes)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::{ALL, Size};

    #[test]
    fn workloads_come_back_bit_for_bit() {
        let path = std::env::temp_dir().join(format!("peers-transfer-{}", std::process::id()));
        for workload in ALL {
            let objects = (workload.make)(Size::Quick);
            write_workload(&path, &objects).expect("a file in the temporary folder");
            assert_eq!(read_workload(&path).expect("what was written"), objects);
        }
        let pairs = [[0, 1], [7, u32::MAX]];
        write_pairs(&path, &pairs).expect("a file in the temporary folder");
        assert_eq!(read_pairs(&path).expect("what was written"), pairs);
        std::fs::remove_file(path).expect("the file is ours");
    }
}
