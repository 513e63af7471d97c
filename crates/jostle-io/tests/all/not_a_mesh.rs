//! Files that hold no mesh are refused by what they are, whatever their name.

use jostle_io::{Error, ReadOptions, read, read_bytes, read_bytes_with};

const EXTENSIONS: [&str; 11] =
    ["ply", "obj", "stl", "off", "msh", "vtk", "vtu", "mesh", "gltf", "glb", "dat"];

fn random_bytes(count: usize) -> Vec<u8> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn other_content_is_named_under_every_extension() {
    let random = random_bytes(100);
    let page = b"<!DOCTYPE html>\n<html><head>\n<title>f 1 2 3</title>\nv 0 0 0\n</head></html>\n";
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 132\n";
    let cases: [(&[u8], &str, &str); 16] = [
        (&random, "binary data of no known format", "use PLY"),
        (page, "a web page", "download the file itself"),
        (pointer, "a git-LFS pointer: the mesh itself was not fetched", "run `git lfs pull`"),
        (b"hello world", "text that is no mesh", "use PLY"),
        (b"Not Found: f 1 2 3\n", "text that is no mesh", "use PLY"),
        (b"{\"message\": \"Not Found\"}", "a JSON document that is no glTF", "use PLY"),
        (b"\x1f\x8b\x08\x00abc", "data compressed with gzip", "gunzip"),
        (b"PK\x03\x04\x14\x00mesh.obj", "a zip archive", "unpack it"),
        (b"PK\x03\x04\x14\x003D/3dmodel.model", "a 3MF file", "export it"),
        (b"(0 \"GAMBIT to Fluent File\")\n(2 3)\n", "a mesh of ANSYS Fluent", "Gmsh"),
        (b"(1 \"TGrid\")\n", "a mesh of ANSYS Fluent", "Gmsh"),
        (b"<?xml version=\"1.0\"?>\n<COLLADA>", "a COLLADA file", "export it"),
        (b"<Error><Code>AccessDenied</Code></Error>", "an XML document", "export it"),
        (b"ISO-10303-21;\nHEADER;\n", "a STEP file", "mesh it with Gmsh"),
        (b"\xff\xfev\x00 \x000\x00", "text in UTF-16", "UTF-8"),
        (b"%PDF-1.7\n", "a PDF document", "export it"),
    ];
    for extension in EXTENSIONS {
        for (content, looks_like, remedy) in &cases {
            let name = format!("model.{extension}");
            // Not even as an empty mesh.
            let options = ReadOptions::default().allow_empty(true);
            let error = read_bytes_with(&name, content, options).unwrap_err();
            assert!(matches!(error, Error::NotAMesh { .. }), "{name}: {error}");
            let message = error.to_string();
            assert!(message.contains(looks_like) && message.contains(remedy), "{message}");
            let promise = if extension == "dat" { "" } else { " as the name says" };
            assert!(message.contains(&name) && message.contains(promise), "{message}");
        }
    }
}

#[test]
fn files_without_elements_say_what_they_hold() {
    let points = "v 0 0 0\n".repeat(8);
    let ply = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\nelement vertex 0\nproperty float x\nproperty float y\n\
             property float z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n"
        )
    };
    let vtk = "# vtk DataFile Version 2.0\n\nASCII\nDATASET POLYDATA\nPOINTS 2 float\n0 0 0 1 0 0\n\
        LINES 1 3\n2 0 1\n";
    for (name, content, expected) in [
        (
            "a.obj",
            points.clone(),
            "an OBJ file with 8 vertices and no faces; if it is a point cloud",
        ),
        ("a.obj", "# nothing\n".into(), "an OBJ file with no vertices and no faces; check"),
        ("a.obj", format!("{points}l 1 2\n"), "with 8 vertices, 1 line, but no faces; export its"),
        ("a.obj", format!("{points}f 1 2 2\n"), "8 vertices, whose faces and cells all name"),
        ("a.ply", ply("ascii"), "a PLY file with no vertices and no faces"),
        ("a.ply", ply("binary_little_endian"), "a PLY file with no vertices and no faces"),
        ("a.stl", "solid x\nendsolid x\n".into(), "an STL file with no vertices and no faces"),
        ("a.stl", "solid x\n".into(), "an STL file with no vertices and no faces"),
        ("a.off", "OFF\n0 0 0\n".into(), "an OFF file with no vertices and no faces"),
        ("a.vtk", vtk.into(), "a legacy VTK file with 2 vertices, 1 line, but no triangles or tet"),
        ("a.gltf", "{\"asset\":{\"version\":\"2.0\"}}".into(), "a glTF file with no vertices"),
        ("a.stl", "\0".repeat(84), "an STL file with no vertices"),
    ] {
        let error = read_bytes(name, content.as_bytes()).unwrap_err();
        assert!(matches!(error, Error::NoElements { .. }), "{name}: {error}");
        let message = error.to_string();
        assert!(message.contains(expected) && message.contains(name), "{message}");
        let options = ReadOptions::default().allow_empty(true);
        let file = read_bytes_with(name, content.as_bytes(), options).unwrap();
        assert_eq!((file.mesh.element_count(), file.parts.len()), (0, 1));
        // Ordinary PLY files on disk have a reader of their own.
        let path =
            std::env::temp_dir().join(format!("jostle-io-empty-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        assert!(matches!(read(&path), Err(Error::NoElements { .. })));
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn an_empty_file_is_said_to_be_empty() {
    for extension in EXTENSIONS {
        for content in [&b""[..], b"\n \n"] {
            let message = read_bytes(&format!("a.{extension}"), content).unwrap_err().to_string();
            assert!(message.contains("it is an empty file; it was not written"), "{message}");
        }
    }
}

#[test]
fn damage_of_a_format_is_still_named_by_its_reader() {
    for (name, content, expected) in [
        ("a.ply", &b"ply"[..], "'a.ply', line 1"),
        ("a.stl", &[&[0; 80][..], &[9, 0, 0, 0], &[0; 60]].concat(), "triangles"),
        ("a.off", b"4 4 0\n0 0 0\n", "'a.off', line"),
        ("a.mesh", b"MeshVersionFormatted 2\nhello world\n", "'a.mesh', line 2"),
    ] {
        let message = read_bytes(name, content).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}
