//! Scene files that are wrong: the message names file, line and key, and the nearest known key.

use jostle_sim::{SCENES, SceneFile};
use std::path::Path;

fn refusal(text: &str) -> String {
    match SceneFile::parse(text, "scene.toml", Path::new("/nowhere")) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

const BALL: &str = "[[solid]]\nshape = { kind = \"ball\" }\n";

#[test]
fn unknown_keys_are_told_with_the_nearest_known_one() {
    let found = refusal("[world]\nstpe = 0.01\n");
    assert_eq!(found, "scene.toml, line 2: 'stpe' is not known here; did you mean 'step'?");
    let found = refusal(&format!("{BALL}frictoin = 0.3\n"));
    assert_eq!(found, "scene.toml, line 3: 'frictoin' is not known here; did you mean 'friction'?");
    let found = refusal("[[sold]]\n");
    assert_eq!(found, "scene.toml, line 1: 'sold' is not known here; did you mean 'solid'?");
    let found = refusal("[[solid]]\nshape = { kind = \"ball\", resolutoin = 3 }\n");
    assert!(found.contains("line 2: 'resolutoin'") && found.contains("'resolution'"), "{found}");
    let found = refusal("[world]\nquux = 1\n");
    assert_eq!(found, "scene.toml, line 2: 'quux' is not known here; remove it");
    // A key of another model is not known either.
    let found = refusal(&format!("{BALL}model = \"elastic\"\nedge = 3.0\n"));
    assert!(found.starts_with("scene.toml, line 4: 'edge' is not known here"), "{found}");
}

#[test]
fn values_out_of_range_are_told_with_what_is_allowed() {
    let cases = [
        ("[world]\nstep = 0.0\n", "line 2: 'step' must be above zero, but is 0"),
        ("[world]\nstep = nan\n", "line 2: 'step' must be finite, but is NaN"),
        ("[world]\nsubsteps = 0\n", "line 2: 'substeps' must be from 1"),
        ("[world]\nsubsteps = 2.5\n", "line 2: 'substeps' must be a whole number, but is 2.5"),
        (
            "[world]\ngravity = [0.0, 1.0]\n",
            "line 2: 'gravity' must be 3 numbers in brackets, but is a list of 2",
        ),
        ("[world]\ngravity = [0.0, inf, 1.0]\n", "line 2: 'gravity' must be finite, but has inf"),
        (
            "[world]\nintegrator = \"verlet\"\n",
            "line 2: 'integrator' is 'verlet', but must be one of",
        ),
        ("[world]\nintegrator = \"velocity-verlt\"\n", "did you mean 'velocity-verlet'?"),
        ("world = 3\n", "line 1: 'world' must be a table, but is 3"),
        ("plane = 3\n", "line 1: 'plane' must be written as [[plane]], but is 3"),
        ("[[plane]]\nnormal = [0.0, 0.0, 0.0]\n", "line 2: 'normal' must have a direction"),
        ("[[field]]\n", "line 1: 'kind' is missing: one of 'wind', 'magnet'"),
        ("[[solid]]\n", "line 1: 'shape' or 'mesh' is missing"),
        (
            "[[rigid]]\nshape = { kind = \"box\" }\nrestitution = 2\n",
            "line 3: 'restitution' must be from 0 to 1, but is 2",
        ),
        ("[[dragger]]\nbody = \"cow\"\n", "line 2: 'body' no body is called 'cow'"),
        ("title = 3\n", "line 1: 'title' must be a text in quotes, but is 3"),
        ("[world\n", "line 1: not TOML"),
    ];
    for (text, expected) in cases {
        let found = refusal(text);
        assert!(found.contains(expected), "{found}\nfor {expected}");
    }
    for (line, expected) in [
        ("vertex-mass = -1.0", "line 3: 'vertex-mass' must be above zero, but is -1"),
        ("density = -5", "line 3: 'density' must be above zero, but is -5"),
        ("poisson = 0.5", "line 3: 'poisson' must be from 0 up to, not including, 0.5, but is 0.5"),
        ("young = \"stiff\"", "line 3: 'young' must be a number, but is the text 'stiff'"),
        ("fixed = [0, 0, 5, 1, 1, 6]", "with no vertex in it"),
        ("self-collision = 1", "line 3: 'self-collision' must be true or false, but is 1"),
        ("copies = { counts = [0, 1, 1] }", "must be whole numbers from 1 to 1,000,000, but has 0"),
    ] {
        let found = refusal(&format!("{BALL}{line}\n"));
        assert!(found.contains(expected), "{found}\nfor {expected}");
    }
}

#[test]
fn meshes_that_cannot_be_read_are_told() {
    let found = refusal("[[solid]]\nmesh = \"missing.vtk\"\n");
    assert!(found.starts_with("scene.toml, line 2: 'mesh' 'missing.vtk'"), "{found}");
    let error = SceneFile::read("/nowhere/scene.toml").err().unwrap().to_string();
    assert!(error.starts_with("/nowhere/scene.toml cannot be read"), "{error}");
}

#[test]
fn scenes_that_ship_have_the_counts_of_their_papers() {
    let counts = |name: &str| {
        let scene = SCENES.into_iter().find(|scene| scene.name == name).unwrap();
        let world = scene.load().unwrap().world;
        let objects = world.scene().objects().len();
        (objects, world.scene().vertices().len(), world.scene().element_count())
    };
    // The table 3.2 has 1,313 vertices and 2,062 tetrahedra for the first, and so on.
    assert_eq!(counts("boldie"), (97, 1_308, 2_064));
    assert_eq!(counts("pitbull"), (2, 5_040, 19_380));
    assert_eq!(counts("mixed"), (8, 717, 1_930));
    assert_eq!(counts("membrane"), (10, 2_420, 5_000));
    assert_eq!(counts("rod"), (1, 909, 2_000));
    assert_eq!(counts("multirod"), (4, 3_636, 8_000));
    assert_eq!(counts("tower-static").0, 8);
}

#[test]
fn all_scenes_that_ship_load_and_step() {
    for scene in SCENES {
        let mut file = scene.load().unwrap();
        file.world.step().unwrap();
    }
}

#[test]
fn scenes_of_two_bodies_have_four_resolutions() {
    let scene = SCENES.into_iter().find(|scene| scene.name == "armadillos").unwrap();
    let counts = [1, 2].map(|resolution| {
        let file = scene.load_at(resolution).unwrap().unwrap();
        file.world.scene().element_count()
    });
    assert_eq!(counts, [2 * 10_240, 2 * 20_000]);
    assert!(scene.load_at(0).is_none() && scene.load_at(5).is_none());
    let other = SCENES.into_iter().find(|scene| scene.name == "boldie").unwrap();
    assert!(other.load_at(1).is_none());
}
