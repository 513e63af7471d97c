use super::*;

fn strip(triangles: u32, x: f64) -> TriangleMesh {
    let vertex = |i: u32| DVec3::new(x + (i / 2) as f64, (i % 2) as f64, 0.0);
    TriangleMesh::new(
        (0..triangles + 2).map(vertex).collect(),
        (0..triangles).map(|i| [i, i + 1, i + 2]).collect(),
    )
}

fn tet(x: f64) -> TetMesh {
    TetMesh::new(
        [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + DVec3::X * x).to_vec(),
        vec![[0, 1, 2, 3]],
    )
}

#[test]
fn replacing_a_mesh_is_the_same_as_building_the_scene_anew() {
    let meshes: [Mesh; 4] =
        [strip(3, 0.0).into(), tet(5.0).into(), strip(0, 1.0).into(), strip(7, 2.0).into()];
    for new in [Mesh::from(strip(9, 3.0)), tet(8.0).into(), TetMesh::default().into()] {
        for replaced in 0..4 {
            let mut scene = Scene::new();
            let mut anew = Scene::new();
            for (i, mesh) in meshes.iter().enumerate() {
                scene.add(format!("{i}"), mesh.clone()).unwrap();
                let mesh = if i == replaced { &new } else { mesh };
                anew.add(format!("{i}"), mesh.clone()).unwrap();
            }
            scene.replace(ObjectId::new(replaced), new.clone()).unwrap();
            assert_eq!(scene.mesh(ObjectId::new(replaced)).unwrap(), new);
            assert_eq!(scene, anew);
        }
    }
}

#[test]
fn a_refused_mesh_leaves_the_scene_as_it_was() {
    let mut scene = Scene::new();
    scene.add("good", strip(2, 0.0)).unwrap();
    let before = scene.clone();
    let mut bad = strip(2, 0.0);
    bad.elements[1][2] = 9001;
    let error = scene.add("bad.ply", bad.clone()).unwrap_err();
    assert_eq!(scene, before);
    assert_eq!(
        error.to_string(),
        "object 1 ('bad.ply'): triangle 1 refers to vertex 9,001, but there are 4 vertices, \
         counted from 0; remove the element or add the vertex"
    );
    scene.replace(ObjectId::new(0), bad).unwrap_err();
    assert_eq!(scene, before);
    let mut bad = tet(0.0);
    bad.elements[0][3] = 9001;
    for mut scene in [scene.clone(), Scene::new()] {
        let before = scene.clone();
        scene.add("bad.msh", bad.clone()).unwrap_err();
        assert_eq!(scene, before);
        // Nor is there a place for a fourth corner, or for elements that an empty mesh does not have.
        scene.add("empty.msh", TetMesh::default()).unwrap();
        assert!(matches!(scene.element_corners(), ElementCorners::Triangles(_)));
        scene.replace(ObjectId::new(0), TetMesh::default()).unwrap();
        assert!(matches!(scene.element_corners(), ElementCorners::Triangles(_)));
    }
    assert!(matches!(
        scene.replace(ObjectId::new(7), tet(0.0)),
        Err(SceneError::NoSuchObject { .. })
    ));
    assert!(matches!(
        scene.set_vertices(ObjectId::new(0), &[DVec3::ZERO]),
        Err(SceneError::WrongVertexCount { vertices: 4, given: 1, .. })
    ));
}

#[test]
fn the_lists_of_the_first_mesh_are_taken_over() {
    let (mesh, tets) = (strip(4, 0.0), tet(0.0));
    let lists = (mesh.vertices.as_ptr(), mesh.elements.as_ptr());
    let mut scene = Scene::new();
    scene.add("first", mesh).unwrap();
    assert_eq!(scene.mesh(ObjectId::new(0)).unwrap(), strip(4, 0.0).into());
    let ElementCorners::Triangles(corners) = scene.element_corners() else {
        panic!("triangles only")
    };
    assert_eq!((scene.vertices().as_ptr(), corners.as_ptr()), lists);
    let list = tets.elements.as_ptr();
    let mut scene = Scene::new();
    scene.add("first", tets).unwrap();
    assert!(matches!(scene.element_corners(), ElementCorners::Mixed(all) if all.as_ptr() == list));
}

#[test]
fn elements_have_the_corners_of_their_meshes_whatever_else_there_is() {
    let meshes: [Mesh; 3] = [strip(3, 0.0).into(), tet(5.0).into(), strip(2, 1.0).into()];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for order in orders {
        let mut scene = Scene::new();
        for i in order {
            let object = scene.add(format!("{i}"), meshes[i].clone()).unwrap();
            let (own, corners) = (scene.object(object).unwrap(), scene.element_corners());
            let elements = own.elements().map(|e| {
                let of_kind = own.kind().corners();
                assert_eq!(corners.of(e), &corners.padded(e)[..of_kind]);
                assert_eq!(corners.padded(e).len() - of_kind, {
                    corners.padded(e).iter().filter(|&&v| v == NO_CORNER).count()
                });
                corners.of(e).to_vec()
            });
            let first = own.vertices().start as u32;
            let moved = |corners: &[u32]| corners.iter().map(|v| v + first).collect();
            let expected: Vec<Vec<u32>> = match &meshes[i] {
                Mesh::Triangles(mesh) => mesh.elements.iter().map(|c| moved(c)).collect(),
                Mesh::Tets(mesh) => mesh.elements.iter().map(|c| moved(c)).collect(),
            };
            assert!(elements.eq(expected));
        }
        assert_eq!(scene.element_corners().len(), scene.element_count());
    }
}

#[test]
fn boxes_are_of_where_vertices_are() {
    let by = DVec3::new(3.0, -1.0, 0.5);
    let mut scene = Scene::new();
    let object = scene.add("tet", tet(2.0)).unwrap();
    let at = |x: DVec3| Aabb { min: x, max: x + DVec3::ONE };
    assert_eq!(scene.bounds(object), Ok(at(DVec3::X * 2.0)));
    scene.vertices_mut(object).unwrap().iter_mut().for_each(|v| *v += by);
    assert_eq!(scene.bounds(object), Ok(at(DVec3::X * 2.0 + by)));
    scene.transform(object, &glam::DAffine3::from_translation(-by)).unwrap();
    assert_eq!(scene.bounds(object), Ok(at(DVec3::X * 2.0)));
    scene.replace(object, tet(7.0)).unwrap();
    assert_eq!(scene.bounds(object), Ok(at(DVec3::X * 7.0)));
    // Vertices that no element uses do not count.
    let mut mesh = tet(0.0);
    mesh.vertices.push(DVec3::splat(9.0));
    let other = scene.add("other", mesh.clone()).unwrap();
    scene.replace(object, mesh).unwrap();
    for object in [object, other] {
        (0..3).for_each(|_| assert_eq!(scene.bounds(object), Ok(at(DVec3::ZERO))));
    }
}

/// One vertex that no element uses is beyond one side of all others, or on it.
#[test]
fn boxes_are_of_elements_whatever_side_other_vertices_are_on() {
    for (axis, by) in (0..3).flat_map(|axis| [-1.0, 0.0, 1.0].map(|by| (axis, by))) {
        for at in [0, 4] {
            let mut mesh = tet(0.0);
            let mut other = DVec3::splat(0.3);
            other[axis] = if by == 0.0 { 1.0 } else { by * 9.0 };
            mesh.vertices.insert(at, other);
            if at == 0 {
                mesh.elements[0] = mesh.elements[0].map(|corner| corner + 1);
            }
            let mut scene = Scene::new();
            let replaced = scene.add("replaced", strip(3, 0.0)).unwrap();
            let added = scene.add("added", mesh.clone()).unwrap();
            scene.replace(replaced, mesh).unwrap();
            let mut expected = Aabb { min: DVec3::ZERO, max: DVec3::ONE };
            for _ in 0..4 {
                for object in [replaced, added] {
                    assert_eq!(scene.bounds(object), Ok(expected), "axis {axis} by {by}");
                    let moved = scene.vertices_mut(object).unwrap();
                    moved.iter_mut().for_each(|v| *v += DVec3::Z);
                }
                (expected.min, expected.max) = (expected.min + DVec3::Z, expected.max + DVec3::Z);
            }
        }
    }
}

#[test]
fn positions_that_became_nan_are_named() {
    let mut scene = Scene::new();
    scene.add("a", tet(0.0)).unwrap();
    scene.add("empty", TriangleMesh::default()).unwrap();
    let b = scene.add("b", tet(1.0)).unwrap();
    assert_eq!(scene.check(), Ok(()));
    scene.vertices_mut(b).unwrap()[2].y = f64::NAN;
    let message = scene.check().unwrap_err().to_string();
    assert!(message.starts_with("object 2 ('b'): vertex 2 is at (1, NaN, 0)"), "{message}");
}

#[test]
fn owners_skip_empty_objects() {
    let mut scene = Scene::new();
    scene.add("empty", TriangleMesh::default()).unwrap();
    scene.add("a", strip(2, 0.0)).unwrap();
    scene.add("empty too", TetMesh::default()).unwrap();
    scene.add("b", tet(0.0)).unwrap();
    let located = [0, 1, 2].map(|e| {
        let (object, element) = scene.locate(ElementId::new(e));
        assert_eq!(scene.element_id(object, element), ElementId::new(e));
        (object.index(), element.index())
    });
    assert_eq!(located, [(1, 0), (1, 1), (3, 0)]);
}

/// Whether a mesh in the place of an object's keeps what has been derived from the topology, and whether the answer is
/// that of a scene made anew.
#[test]
fn meshes_with_the_same_elements_keep_their_topology() {
    let long = strip(40_000, 0.0);
    let with = |change: &dyn Fn(&mut TriangleMesh)| -> Mesh {
        let mut mesh = long.clone();
        change(&mut mesh);
        mesh.into()
    };
    let ball = crate::mesh::shapes::ball_tets(2, 1.0);
    let mut turned = ball.clone();
    turned.elements.last_mut().unwrap().swap(0, 1);
    let soup = |x: f64| {
        let vertices = (0..30).map(|i| DVec3::new(x, f64::from(i), f64::from(i % 3))).collect();
        TriangleMesh::new(vertices, (0..10).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
    };
    let cases: [(Mesh, Mesh, bool); 11] = [
        (long.clone().into(), long.clone().into(), true),
        (long.clone().into(), strip(40_000, 7.0).into(), true),
        (long.clone().into(), with(&|mesh| mesh.elements[39_999].rotate_left(1)), false),
        (long.clone().into(), with(&|mesh| mesh.elements[0].rotate_left(1)), false),
        (long.clone().into(), with(&|mesh| mesh.vertices.push(DVec3::ZERO)), false),
        (long.clone().into(), with(&|mesh| mesh.elements.truncate(39_999)), false),
        (strip(9, 0.0).into(), strip(9, 1.0).into(), true),
        (ball.clone().into(), ball.clone().translated(DVec3::X).into(), true),
        (ball.clone().into(), turned.into(), false),
        (tet(0.0).into(), tet(1.0).into(), false),
        (soup(0.0).into(), soup(1.0).into(), false),
    ];
    for (case, (old, new, keeps)) in cases.into_iter().enumerate() {
        for other in [Mesh::from(strip(3, 0.0)), tet(5.0).into()] {
            let mut scene = Scene::new();
            scene.add("before", other.clone()).unwrap();
            let object = scene.add("replaced", old.clone()).unwrap();
            scene.add("after", other.clone()).unwrap();
            let ids = |scene: &Scene| {
                let own = &scene.objects()[object.index()];
                [own.topology_id(), own.positions_id(), scene.changes_id()]
            };
            let before = ids(&scene);
            scene.replace(object, new.clone()).unwrap();
            let now = ids(&scene);
            assert_eq!(now[0] == before[0], keeps, "case {case}");
            assert!(now[1] != before[1] && now[2] != before[2]);
            assert_eq!(scene.mesh(object).unwrap(), new, "case {case}");
            let mut anew = Scene::new();
            for (name, mesh) in [("before", &other), ("replaced", &new), ("after", &other)] {
                anew.add(name, mesh.clone()).unwrap();
            }
            assert_eq!(scene, anew, "case {case}");
            assert_eq!(scene.bounds(object), anew.bounds(object));
        }
    }
}
