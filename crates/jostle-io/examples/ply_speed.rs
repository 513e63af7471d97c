//! How fast a binary PLY file of a million triangles becomes a mesh, next to how fast its bytes come
//! out of the disk cache.
//!
//! `cargo run --release -p jostle-io --example ply_speed -- [REPEATS]`

use jostle::{DVec3, TriangleMesh};
use std::path::Path;
use std::time::Instant;

/// Squares along each side; two triangles each.
const SIDE: usize = 708;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let repeats = std::env::args().nth(1).map_or(Ok(15), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("jostle-ply-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mesh = waves();
    println!("{} triangles, best of {repeats}, ratio of bytes per second", mesh.elements.len());
    for (name, bytes) in [("double", encode(&mesh, false)), ("float", encode(&mesh, true))] {
        let path = folder.join(format!("{name}.ply"));
        std::fs::write(&path, &bytes)?;
        let (plain, load) = measure(&path, repeats)?;
        let speed = |seconds: f64| bytes.len() as f64 / 1e9 / seconds;
        println!(
            "{name:>6}, {:.1} MB: fs::read {:.2} GB/s ({:.1} ms), jostle_io::read {:.2} GB/s \
             ({:.1} ms), ratio {:.2}",
            bytes.len() as f64 / 1e6,
            speed(plain),
            plain * 1e3,
            speed(load),
            load * 1e3,
            plain / load
        );
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Best times of a plain read and of a load, in turns, so that both see the same machine.
fn measure(path: &Path, repeats: usize) -> Result<(f64, f64), jostle_io::Error> {
    let (mut plain, mut load) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..repeats {
        let start = Instant::now();
        let bytes = std::fs::read(path);
        plain = plain.min(start.elapsed().as_secs_f64());
        drop(bytes);
        let start = Instant::now();
        let file = jostle_io::read(path)?;
        load = load.min(start.elapsed().as_secs_f64());
        assert_eq!(file.mesh.element_count(), 2 * SIDE * SIDE);
    }
    Ok((plain, load))
}

fn waves() -> TriangleMesh {
    let row = SIDE + 1;
    let vertex = |i: usize| {
        let (x, y) = ((i % row) as f64 / 10.0, (i / row) as f64 / 10.0);
        DVec3::new(x, y, x.sin() * y.cos())
    };
    let square = |i: usize| {
        let a = (i % SIDE + i / SIDE * row) as u32;
        let (b, c, d) = (a + 1, a + 1 + row as u32, a + row as u32);
        [[a, b, c], [a, c, d]]
    };
    TriangleMesh::new(
        (0..row * row).map(vertex).collect(),
        (0..SIDE * SIDE).flat_map(square).collect(),
    )
}

fn encode(mesh: &TriangleMesh, float: bool) -> Vec<u8> {
    let scalar = if float { "float" } else { "double" };
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty {scalar} x\n\
         property {scalar} y\nproperty {scalar} z\nelement face {}\n\
         property list uchar int vertex_indices\nend_header\n",
        mesh.vertices.len(),
        mesh.elements.len()
    )
    .into_bytes();
    for x in mesh.vertices.iter().flat_map(|p| p.to_array()) {
        if float {
            bytes.extend((x as f32).to_le_bytes());
        } else {
            bytes.extend(x.to_le_bytes());
        }
    }
    for corners in &mesh.elements {
        bytes.push(3);
        bytes.extend(corners.iter().flat_map(|c| c.to_le_bytes()));
    }
    bytes
}
