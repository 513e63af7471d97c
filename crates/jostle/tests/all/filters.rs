//! Every filter is honoured by every query, or refused by name: the answer with a filter is the answer without any, of
//! which the filter is applied afterwards.

use jostle::collide::baselines::Baseline;
use jostle::collide::{Broad, Reservation, certified_reservation};
use jostle::contact::{
    CurveQuery, CurveSearch, DepthError, DepthQuery, DepthSearch, NearContacts, NearError,
    NearQuery, NearSearch,
};
use jostle::freeness::Certificate;
use jostle::impact::{ImpactError, ImpactMethod, ImpactQuery, ImpactSearch};
use jostle::mesh::shapes::{self, Split};
use jostle::mesh::{Layers, TetMesh};
use jostle::session::ExcludedElements;
use jostle::{
    DVec3, ElementId, Filters, ObjectId, Pair, Query, QueryError, Scene, SelfPairs, Session,
    TriangleMesh, Workspace,
};
use std::fmt::Debug;

/// A part of an answer: the objects that it is about, the elements if it is about two, and all that is said.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    objects: [ObjectId; 2],
    pair: Option<Pair>,
    /// When it is, if it is in time.
    time: f64,
    text: String,
}

impl Item {
    fn new(objects: [ObjectId; 2], value: impl Debug) -> Item {
        Item { objects, pair: None, time: 0.0, text: format!("{value:?}") }
    }

    fn of_pair(scene: &Scene, pair: Pair, value: impl Debug) -> Item {
        let objects = [pair.a, pair.b].map(|element| scene.owner(element));
        Item { pair: Some(pair), ..Item::new(objects, value) }
    }
}

/// What an answer is compared by.
type Answer = Vec<String>;

fn texts(items: &[Item]) -> Answer {
    let mut texts: Vec<String> = items.iter().map(|item| item.text.clone()).collect();
    texts.sort_unstable();
    texts
}

fn elements(items: &[Item]) -> Answer {
    let pairs = items.iter().filter_map(|item| item.pair);
    let mut all: Vec<ElementId> = pairs.flat_map(|pair| [pair.a, pair.b]).collect();
    all.sort_unstable();
    all.dedup();
    all.iter().map(|element| format!("{element:?}")).collect()
}

fn first(items: &[Item]) -> Answer {
    let first = items.iter().min_by_key(|item| item.pair);
    first.map(|item| item.text.clone()).into_iter().collect()
}

fn first_time(items: &[Item]) -> Answer {
    items
        .iter()
        .map(|item| item.time)
        .reduce(f64::min)
        .map(|time| time.to_string())
        .into_iter()
        .collect()
}

fn count(items: &[Item]) -> Answer {
    vec![items.len().to_string()]
}

/// Lists all items of an answer.
type List = Box<dyn Fn(&Scene, &Filters) -> Vec<Item>>;
/// Answers a query.
type Find = Box<dyn Fn(&Scene, &Filters) -> Result<Answer, QueryError>>;
/// Whether a filter keeps an item.
type Keeps = Box<dyn Fn(&Scene, &Item) -> bool>;

/// A query that takes filters.
struct Column {
    name: String,
    /// How a refusal names the query, if it refuses excluded elements.
    refuses_elements_as: Option<&'static str>,
    /// All items of an answer.
    list: List,
    /// The answer that such items make.
    derive: fn(&[Item]) -> Answer,
    find: Find,
}

/// A filter, and whether it keeps an item.
struct Row {
    name: &'static str,
    filters: Filters,
    excludes_elements: bool,
    keeps: Keeps,
}

fn is_within(item: &Item) -> bool {
    item.objects[0] == item.objects[1]
}

/// What the scene itself says, as far as a filter does not say otherwise.
fn is_admitted(scene: &Scene, item: &Item) -> bool {
    let [a, b] = item.objects.map(|object| &scene.objects()[object.index()]);
    if is_within(item) { a.has_self_collision() } else { a.layers().admits(b.layers()) }
}

fn has_self_collision(scene: &Scene, item: &Item) -> bool {
    !is_within(item) || scene.objects()[item.objects[0].index()].has_self_collision()
}

fn rows(scene: &Scene, pairs: &[Item]) -> Vec<Row> {
    let ids: Vec<ObjectId> = scene.object_ids().collect();
    let row = |name, filters, keeps: Keeps| Row { name, filters, excludes_elements: false, keeps };
    let some = vec![ids[0], ids[1], ids[3]];
    let excluded = vec![(ids[1], ids[0]), (ids[0], ids[0])];
    let by_filter = |keep: fn(&Item) -> bool| -> Keeps { Box::new(move |_, item| keep(item)) };
    // Every third of the elements that collide as the scene stands, and every other pair.
    let admitted: Vec<Pair> = (pairs.iter().filter(|item| is_admitted(scene, item)))
        .filter_map(|item| item.pair)
        .collect();
    let some_elements: Vec<ElementId> = admitted.iter().step_by(3).map(|pair| pair.b).collect();
    let some_pairs: Vec<Pair> = admitted.iter().step_by(2).copied().collect();
    let (elements, element_pairs) = (some_elements.clone(), some_pairs.clone());
    let (among, without) = (some.clone(), excluded.clone());
    vec![
        row("as the scene says", Filters::new(), Box::new(is_admitted)),
        row(
            "objects",
            Filters::new().among(some),
            Box::new(move |scene, item| {
                is_admitted(scene, item) && item.objects.iter().all(|own| among.contains(own))
            }),
        ),
        row("no layers", Filters::new().layers(false), Box::new(has_self_collision)),
        row(
            "excluded pairs of objects",
            Filters::new().exclude(excluded),
            Box::new(move |scene, item| {
                let [a, b] = item.objects;
                let is_excluded = without.contains(&(a, b)) || without.contains(&(b, a));
                is_admitted(scene, item) && !is_excluded
            }),
        ),
        Row {
            name: "excluded elements",
            filters: Filters::new()
                .exclude_elements(ExcludedElements::from_elements(&some_elements)),
            excludes_elements: true,
            keeps: Box::new(move |scene, item| {
                let is_left_out =
                    |pair: Pair| elements.iter().any(|e| [pair.a, pair.b].contains(e));
                is_admitted(scene, item) && !item.pair.is_some_and(is_left_out)
            }),
        },
        Row {
            name: "excluded pairs of elements",
            filters: Filters::new().exclude_elements(ExcludedElements::from_pairs(&some_pairs)),
            excludes_elements: true,
            keeps: Box::new(move |scene, item| {
                let is_left_out = |pair: Pair| element_pairs.contains(&pair);
                is_admitted(scene, item) && !item.pair.is_some_and(is_left_out)
            }),
        },
        row(
            "self pairs none",
            Filters::new().self_pairs(SelfPairs::None),
            Box::new(|scene, item| is_admitted(scene, item) && !is_within(item)),
        ),
        row("self pairs only", Filters::new().self_pairs(SelfPairs::Only), by_filter(is_within)),
        row(
            "self pairs only, of some objects",
            Filters::new().self_pairs(SelfPairs::Only).among([ids[0]]),
            Box::new(move |_, item| item.objects == [ids[0]; 2]),
        ),
    ]
}

/// Fills the table of a scene: all rows, all columns.
fn check(scene: &Scene, columns: &[Column]) {
    // Nothing is left out: all objects are compared with themselves, and layers do not count.
    let mut whole = scene.clone();
    for object in scene.object_ids() {
        whole.set_self_collision(object, true).unwrap();
    }
    let no_filters = Filters::new().layers(false);
    let pairs = list_pairs(&whole, &Query::all_pairs().filters(no_filters.clone()));
    for column in columns {
        let all = (column.list)(&whole, &no_filters);
        for row in rows(scene, &pairs) {
            let cell = format!("{} with {}", column.name, row.name);
            let found = (column.find)(scene, &row.filters);
            match column.refuses_elements_as {
                Some(query) if row.excludes_elements => {
                    let error = found.expect_err(&cell);
                    let is_named = matches!(
                        &error,
                        QueryError::FilterNotHonoured { filter, query: named, .. }
                            if *filter == row.name && *named == query
                    );
                    let message = error.to_string();
                    assert!(is_named && message.contains(row.name), "{cell}: {message}");
                }
                _ => {
                    let kept: Vec<Item> =
                        all.iter().filter(|item| (row.keeps)(scene, item)).cloned().collect();
                    let found = found.unwrap_or_else(|error| panic!("{cell}: {error}"));
                    assert_eq!(found, (column.derive)(&kept), "{cell}");
                    // The cell would fail if the filter were ignored.
                    assert!(!kept.is_empty() && kept.len() < all.len(), "{cell}: {}", kept.len());
                    if row.name != "as the scene says" {
                        let unfiltered: Vec<Item> =
                            all.iter().filter(|item| is_admitted(scene, item)).cloned().collect();
                        let is_of_elements = row.excludes_elements && kept[0].pair.is_none();
                        assert!(unfiltered != kept || is_of_elements, "{cell} leaves out nothing");
                    }
                }
            }
        }
    }
}

fn list_pairs(scene: &Scene, query: &Query) -> Vec<Item> {
    let found = Workspace::new().collide(scene, query).unwrap().clone();
    let item =
        |(i, &pair): (usize, &Pair)| Item::of_pair(scene, pair, (pair, found.distances().get(i)));
    found.pairs().iter().enumerate().map(item).collect()
}

/// A discrete query for all pairs, with any broad phase.
fn pair_column(name: String, query: Query) -> Column {
    let reference = Query::all_pairs();
    let reference = query.distance().map_or(reference.clone(), |own| reference.within(own));
    Column {
        name,
        refuses_elements_as: None,
        list: Box::new(move |scene, filters| {
            list_pairs(scene, &reference.clone().filters(filters.clone()))
        }),
        derive: texts,
        find: Box::new(move |scene, filters| {
            Ok(texts(&list_pairs(scene, &query.clone().filters(filters.clone()))))
        }),
    }
}

/// A discrete query that shows a part of all pairs.
fn part_column(
    name: &str,
    query: Query,
    derive: fn(&[Item]) -> Answer,
    show: fn(&jostle::Collisions) -> Answer,
) -> Column {
    Column {
        name: name.to_owned(),
        refuses_elements_as: None,
        list: Box::new(|scene, filters| {
            list_pairs(scene, &Query::all_pairs().filters(filters.clone()))
        }),
        derive,
        find: Box::new(move |scene, filters| {
            let query = query.clone().filters(filters.clone());
            Ok(show(Workspace::new().collide(scene, &query)?))
        }),
    }
}

fn list_inside(scene: &Scene, filters: &Filters) -> Result<Vec<Item>, QueryError> {
    let query = Query::all_pairs().filters(filters.clone());
    let found = Workspace::new().collide(scene, &query)?.inside().to_vec();
    Ok(found.into_iter().map(|(inner, outer)| Item::new([inner, outer], (inner, outer))).collect())
}

fn discrete_columns() -> Vec<Column> {
    let mut columns = Vec::new();
    for broad in Broad::ALL {
        let query = Query::all_pairs().broad(broad);
        columns.push(pair_column(format!("all pairs, {}", broad.name()), query.clone()));
        let within = format!("pairs within a distance, {}", broad.name());
        columns.push(pair_column(within, query.within(0.02)));
    }
    let staged = Query::all_pairs().baseline(Baseline { staged: true, ..Baseline::default() });
    columns.push(pair_column("all pairs, staged".to_owned(), staged));
    columns.push(part_column("colliding elements", Query::colliding_elements(), elements, |own| {
        own.colliding().iter().map(|element| format!("{element:?}")).collect()
    }));
    columns.push(part_column("first pair", Query::first_pair(), first, |own| {
        own.pairs().iter().map(|pair| format!("{:?}", (pair, None::<&f64>))).collect()
    }));
    columns.push(part_column("count", Query::pair_count(), count, |own| {
        vec![own.pair_count().to_string()]
    }));
    columns.push(Column {
        name: "a reserved workspace".to_owned(),
        refuses_elements_as: None,
        list: Box::new(|scene, filters| {
            list_pairs(scene, &Query::all_pairs().filters(filters.clone()))
        }),
        derive: texts,
        find: Box::new(|scene, filters| {
            let session = Session::new();
            let query = Query::all_pairs().filters(filters.clone());
            let reservation = Reservation::new(&session, 100_000, &query);
            let mut workspace = reservation.workspace(&session, scene, &query).unwrap();
            let pairs = workspace.collide(scene, &query)?.pairs().to_vec();
            let item = |pair| Item::of_pair(scene, pair, (pair, None::<&f64>));
            Ok(texts(&pairs.into_iter().map(item).collect::<Vec<_>>()))
        }),
    });
    columns
}

fn curve_column() -> Column {
    let list = |scene: &Scene, filters: &Filters| -> Result<Vec<Item>, QueryError> {
        let query = CurveQuery::new().filters(filters.clone());
        let found = CurveSearch::new().find(scene, &query)?.clone();
        assert!(found.touching().is_empty(), "nothing is in one plane");
        let items = found.pairs().iter().map(|own| {
            let [a, b] = own.elements;
            let mut triangles = own.triangles;
            triangles.sort_unstable();
            let pair = Pair::new(a, b);
            Item::of_pair(scene, pair, (pair, triangles))
        });
        Ok(items.collect())
    };
    Column {
        name: "curves".to_owned(),
        refuses_elements_as: None,
        list: Box::new(move |scene, filters| list(scene, filters).unwrap()),
        derive: texts,
        find: Box::new(move |scene, filters| Ok(texts(&list(scene, filters)?))),
    }
}

fn near_column() -> Column {
    let list = |scene: &Scene, filters: &Filters| -> Result<Vec<Item>, QueryError> {
        let query = NearQuery::within(0.02).filters(filters.clone());
        let found = match NearSearch::new().find(scene, &query) {
            Ok(found) => found.clone(),
            Err(NearError::Query(error)) => return Err(error),
            Err(other) => panic!("{other}"),
        };
        let owner = |vertex: u32| {
            let objects = scene.objects();
            let at = objects.partition_point(|own| own.vertices().end <= vertex as usize);
            ObjectId::new(at)
        };
        let NearContacts { vertex_vertex, edge_vertex, edge_edge, face_vertex } = &found;
        let mut items = Vec::new();
        let mut add = |vertices: &[u32], value: &dyn Debug| {
            let objects = [vertices[0], vertices[vertices.len() - 1]].map(owner);
            items.push(Item::new(objects, value));
        };
        vertex_vertex.iter().for_each(|own| add(&own.vertices, own));
        edge_vertex.iter().for_each(|own| add(&own.vertices, own));
        edge_edge.iter().for_each(|own| add(&own.contact.vertices, own));
        face_vertex.iter().for_each(|own| add(&own.vertices, own));
        Ok(items)
    };
    Column {
        name: "near contacts".to_owned(),
        refuses_elements_as: Some("near contacts"),
        list: Box::new(move |scene, filters| list(scene, filters).unwrap()),
        derive: texts,
        find: Box::new(move |scene, filters| Ok(texts(&list(scene, filters)?))),
    }
}

/// Where a step ends: everything moves a little, not all the same way.
fn end(scene: &Scene) -> Vec<DVec3> {
    let by = |i: usize| {
        let i = i as f64;
        DVec3::new((i * 0.37).sin(), (i * 0.71).cos(), (i * 0.23).sin()) * 0.02
    };
    scene.vertices().iter().enumerate().map(|(i, v)| *v + by(i)).collect()
}

fn impact_columns() -> Vec<Column> {
    let list = |scene: &Scene, query: ImpactQuery| -> Result<Vec<Item>, QueryError> {
        match ImpactSearch::new().find(scene, &end(scene), &query) {
            Ok(found) => {
                let item = |own: &jostle::impact::Impact| Item {
                    time: own.time.lower,
                    ..Item::new(own.objects, own)
                };
                Ok(found.all().iter().map(item).collect())
            }
            Err(ImpactError::Query(error)) => Err(error),
            Err(other) => panic!("{other}"),
        }
    };
    let all = move |scene: &Scene, filters: &Filters| {
        list(scene, ImpactQuery::all().filters(filters.clone())).unwrap()
    };
    let mut columns: Vec<Column> = ImpactMethod::ALL
        .into_iter()
        .map(|method| Column {
            name: format!("impacts, {}", method.name()),
            refuses_elements_as: Some("impacts"),
            list: Box::new(all),
            derive: texts,
            find: Box::new(move |scene, filters| {
                let query = ImpactQuery::all().method(method).filters(filters.clone());
                Ok(texts(&list(scene, query)?))
            }),
        })
        .collect();
    columns.extend(ImpactMethod::ALL.into_iter().map(|method| Column {
        name: format!("the first impact, {}", method.name()),
        refuses_elements_as: Some("impacts"),
        list: Box::new(all),
        derive: first_time,
        find: Box::new(move |scene, filters| {
            let query = ImpactQuery::first().method(method).filters(filters.clone());
            let found = list(scene, query)?;
            let usual = all(scene, filters);
            assert!(found.iter().all(|item| usual.contains(item)), "{}", method.name());
            Ok(first_time(&found))
        }),
    }));
    columns
}

fn depth_column() -> Column {
    let list = |scene: &Scene, filters: &Filters| -> Result<Vec<Item>, QueryError> {
        let query = DepthQuery::new().filters(filters.clone());
        let mut search = DepthSearch::new();
        let found = match search.find(scene, &query) {
            Ok(found) => found,
            Err(DepthError::Query(error)) => return Err(error),
            Err(other) => panic!("{other}"),
        };
        let points = found.points().iter().map(|own| Item::new([own.object, own.touched], own));
        let edges = found.edges().iter().map(|own| Item::new([own.object, own.touched], own));
        Ok(points.chain(edges).collect())
    };
    Column {
        name: "depths".to_owned(),
        refuses_elements_as: Some("depths of vertices"),
        list: Box::new(move |scene, filters| list(scene, filters).unwrap()),
        derive: texts,
        find: Box::new(move |scene, filters| Ok(texts(&list(scene, filters)?))),
    }
}

/// Moves every vertex a little, so that nothing is in one plane.
fn shake(scene: &mut Scene) {
    for object in scene.object_ids().collect::<Vec<_>>() {
        for (i, v) in scene.vertices_mut(object).unwrap().iter_mut().enumerate() {
            let i = (i + 7 * object.index()) as f64;
            *v += DVec3::new((i * 1.3).sin(), (i * 2.7).sin(), (i * 0.7).cos()) * 1e-3;
        }
    }
}

/// The first and the last object are not compared with each other, by layers.
fn set_layers(scene: &mut Scene) {
    let [first, last] = [0, 3].map(ObjectId::new);
    scene.set_layers(first, Layers { membership: 1, mask: !4 }).unwrap();
    scene.set_layers(last, Layers { membership: 4, mask: !1 }).unwrap();
}

/// A sheet folded over so that one half crosses the other.
fn folded_sheet() -> TriangleMesh {
    let mut mesh = shapes::cloth(12, 12, [2.0, 2.0]);
    for v in &mut mesh.vertices {
        let x = v.x + 0.031;
        let height = 0.3 * (x.abs() - 0.5) * x.signum();
        *v = DVec3::new(x.abs(), v.y + 0.05 * x, height);
    }
    mesh
}

/// Surfaces that cross each other and themselves, and a body; of two that cross themselves one is not asked to.
fn surfaces() -> Scene {
    let mut scene = Scene::new();
    let first = scene.add("sheet", folded_sheet()).unwrap();
    scene.add("knot", shapes::torus_knot(2, 3, 0.45, 36, 7)).unwrap();
    let ball = shapes::ball_tets(2, 0.8).translated(DVec3::new(0.9, 0.03, 0.02));
    scene.add("ball", ball).unwrap();
    let loose = folded_sheet().translated(DVec3::new(0.1, 0.12, 0.07));
    scene.add("loose sheet", loose).unwrap();
    scene.set_self_collision(first, true).unwrap();
    shake(&mut scene);
    set_layers(&mut scene);
    scene
}

/// Balls in each other that do not touch.
fn shells() -> Scene {
    let mut scene = Scene::new();
    for radius in [1.0, 0.8, 0.6, 0.4] {
        scene.add("shell", shapes::icosphere(1, radius)).unwrap();
    }
    set_layers(&mut scene);
    scene
}

/// A bar bent round a circle until its ends are in each other.
fn ring(by: DVec3) -> TetMesh {
    let size = DVec3::new(24.0, 2.0, 2.0);
    let mut mesh = shapes::box_tets([24, 2, 2], size, Split::Six, 0.0, 1);
    for v in &mut mesh.vertices {
        let (angle, radius) = (v.x * 0.285, 4.0 + v.y);
        *v = DVec3::new(radius * angle.cos(), radius * angle.sin(), v.z) * 0.25 + by;
    }
    mesh
}

fn bodies() -> Scene {
    let mut scene = Scene::new();
    let first = scene.add("ring", ring(DVec3::ZERO)).unwrap();
    scene.add("ball", shapes::ball_tets(3, 0.7).translated(DVec3::X * -0.9)).unwrap();
    scene.add("other ball", shapes::ball_tets(3, 0.6).translated(DVec3::X * 1.0)).unwrap();
    scene.add("loose ring", ring(DVec3::new(0.3, 0.2, 0.15))).unwrap();
    scene.set_self_collision(first, true).unwrap();
    shake(&mut scene);
    set_layers(&mut scene);
    scene
}

#[test]
fn discrete_queries_honour_all_filters() {
    check(&surfaces(), &discrete_columns());
    check(&bodies(), &discrete_columns());
}

#[test]
fn objects_inside_others_honour_filters_of_objects() {
    let scene = shells();
    let mut whole = scene.clone();
    for object in scene.object_ids() {
        whole.set_self_collision(object, true).unwrap();
    }
    let all = list_inside(&whole, &Filters::new().layers(false)).unwrap();
    assert_eq!(all.len(), 6);
    for row in rows(&scene, &[]) {
        let kept: Vec<Item> =
            all.iter().filter(|item| (row.keeps)(&scene, item)).cloned().collect();
        assert_eq!(list_inside(&scene, &row.filters).unwrap(), kept, "{}", row.name);
    }
}

#[test]
fn curves_honour_all_filters() {
    check(&surfaces(), &[curve_column()]);
    check(&bodies(), &[curve_column()]);
}

#[test]
fn near_contacts_honour_filters_of_objects() {
    check(&surfaces(), &[near_column()]);
    check(&bodies(), &[near_column()]);
}

#[test]
fn impacts_honour_filters_of_objects() {
    check(&surfaces(), &impact_columns());
}

#[test]
fn depths_honour_filters_of_objects() {
    check(&bodies(), &[depth_column()]);
}

#[test]
fn certified_reservations_are_as_large_as_filters_ask_for() {
    let scene = surfaces();
    let session = Session::new();
    let certificates: Vec<Certificate> = (scene.object_ids())
        .map(|object| Certificate::from_mesh(&scene.mesh(object).unwrap()).unwrap())
        .collect();
    let references: Vec<&Certificate> = certificates.iter().collect();
    let mut sizes = Vec::new();
    for row in rows(&scene, &[]) {
        let query = Query::all_pairs().filters(row.filters.clone());
        let reserved = certified_reservation(&session, &scene, &query, &references).unwrap();
        let between = |a: ObjectId, b: ObjectId| {
            let [own, other] = [a, b].map(|object| &certificates[object.index()]);
            match a == b {
                true => own.self_pairs_bound(),
                false => own.pairs_bound_at_fixed_size(other),
            }
        };
        let ids: Vec<ObjectId> = scene.object_ids().collect();
        let all = ids.iter().flat_map(|&a| ids[..=a.index()].iter().map(move |&b| [a, b]));
        let kept = all.filter(|&objects| (row.keeps)(&scene, &Item::new(objects, ())));
        let expected: u64 = kept.map(|[a, b]| between(a, b)).sum();
        assert_eq!(reserved.pairs as u64, expected, "{}", row.name);
        sizes.push(reserved.pairs);
    }
    sizes.sort_unstable();
    sizes.dedup();
    assert!(sizes.len() >= 6, "{sizes:?}");
}
