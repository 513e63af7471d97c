//! `jostle volume`: what two solids have in common.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::DVec3;
use jostle::mesh::shapes;

fn boxes(folder: &Folder, offset: DVec3) -> [String; 2] {
    let own = |name: &str, at: DVec3| {
        folder.write(name, shapes::box_surface(DVec3::ONE, [3, 2, 4]).translated(at))
    };
    [own("a.ply", offset), own("b.obj", offset + DVec3::new(0.5, 0.25, 0.125))]
}

#[test]
fn boxes_have_the_volume_of_their_common_box() {
    for (name, offset) in [("near", DVec3::ZERO), ("far", DVec3::splat(1e7))] {
        let folder = Folder::new(&format!("volume-{name}"));
        let [a, b] = boxes(&folder, offset);
        let truth = 0.5 * 0.75 * 0.875;
        let output = jostle(&["volume", &a, &b, "--exact", "--json"]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let report = json(&output);
        let volume = report["volume"].as_f64().unwrap();
        assert!((volume / truth - 1.0).abs() < 1e-9, "{volume}");
        assert!(report["resolution"].is_null());
        for args in [&["--resolution", "64"][..], &["--axis", "z"], &["--axis", "fewest"]] {
            let output = jostle(&[&["volume", &a, &b, "--json"], args].concat());
            let volume = json(&output)["volume"].as_f64().unwrap();
            assert!((volume / truth - 1.0).abs() < 1e-2, "{args:?}: {volume}");
        }
        let output = jostle(&["volume", &a, &b, "--csg", "difference", "--json"]);
        let volume = json(&output)["volume"].as_f64().unwrap();
        assert!((volume / (1.0 - truth) - 1.0).abs() < 0.02, "{volume}");
    }
}

#[test]
fn results_are_written_as_closed_meshes() {
    let folder = Folder::new("volume-out");
    let [a, b] = boxes(&folder, DVec3::ZERO);
    let out = folder.path("union.ply");
    let output = jostle(&["volume", &a, &b, "--csg", "union", "--resolution", "32", "--out", &out]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("the union"));
    // The mesh has the volume that was printed.
    let report = json(&jostle(&["volume", &out, &out.clone(), "--exact", "--json"]));
    let truth = 2.0 - 0.5 * 0.75 * 0.875;
    assert!((report["volume"].as_f64().unwrap() / truth - 1.0).abs() < 0.1, "{report}");
}

#[test]
fn what_has_no_inside_is_refused_by_its_rim() {
    let folder = Folder::new("volume-open");
    let [a, _] = boxes(&folder, DVec3::ZERO);
    let open = folder.write("open.ply", shapes::cloth(3, 3, [1.0, 1.0]));
    for args in [&["volume", &a, &open][..], &["volume", &a, &open, "--exact"]] {
        let output = jostle(args);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("open"), "{}", stderr(&output));
    }
    let output = jostle(&["volume", &a, &a, "--exact", "--csg", "union"]);
    assert_eq!(code(&output), 2);
    // Face to face there is nothing.
    let beside = shapes::box_surface(DVec3::ONE, [1, 1, 1]).translated(DVec3::X);
    let beside = folder.write("beside.ply", beside);
    let output = jostle(&["volume", &a, &beside, "--exact", "--json"]);
    assert_eq!((code(&output), json(&output)["volume"].as_f64()), (0, Some(0.0)));
}
