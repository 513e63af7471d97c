use super::*;
use crate::broad::MovingBox;
use crate::geometry::lanes::{Lanes, PortableLanes, with_lanes};
use proptest::prelude::*;

#[derive(Debug)]
struct LabelledGroups {
    boxes: Vec<LatticeBox>,
    /// The members of each side of each group.
    members: Vec<[Vec<u32>; 2]>,
    labels: Vec<u32>,
    member_boxes: Vec<LatticeBox>,
    sides: usize,
}

impl Groups for LabelledGroups {
    type Bounds = LatticeBox;

    fn boxes(&self) -> &[LatticeBox] {
        &self.boxes
    }

    fn region(&self, group: u32) -> LatticeBox {
        self.boxes[group as usize]
    }

    fn has_pairs(&self, group: u32) -> bool {
        let [first, second] = &self.members[group as usize];
        first.len() + second.len() > 1
    }

    fn admits(&self, a: u32, b: u32) -> bool {
        self.labels[a as usize] != self.labels[b as usize] || self.labels[a as usize] == 0
    }

    fn sides(&self) -> usize {
        self.sides
    }

    fn len(&self, group: u32, side: usize) -> usize {
        self.members[group as usize][side].len()
    }

    fn write<S: Stored<LatticeBox>>(
        &self,
        group: u32,
        side: usize,
        blocks: &mut BlockWriter<LatticeBox, S>,
    ) {
        for &member in &self.members[group as usize][side] {
            blocks.push(member, self.member_boxes[member as usize]);
        }
    }
}

impl LabelledGroups {
    fn group(&self, side: usize, member: u32) -> Option<u32> {
        let found = self.members.iter().position(|own| own[side].contains(&member));
        found.map(|group| group as u32)
    }

    /// All pairs with overlapping boxes, once shifted, of groups that are admitted: of one side lower member first,
    /// of two sides in the order of the sides.
    fn brute_force(&self, shift: u32) -> Vec<[u32; 2]> {
        let count = self.member_boxes.len() as u32;
        let all = (0..count).flat_map(|a| (0..count).map(move |b| [a, b]));
        all.filter(|&[a, b]| {
            let groups = match self.sides {
                1 => [self.group(0, a), self.group(0, b)],
                _ => [self.group(0, a), self.group(1, b)],
            };
            let [Some(group_a), Some(group_b)] = groups else { return false };
            (self.sides == 2 || a < b)
                && shifted(&self.member_boxes[a as usize], shift)
                    .overlaps(&shifted(&self.member_boxes[b as usize], shift))
                && self.admits(group_a, group_b)
        })
        .collect()
    }
}

fn shifted(own: &LatticeBox, shift: u32) -> LatticeBox {
    LatticeBox { min: own.min.map(|x| x >> shift), max: own.max.map(|x| x >> shift) }
}

fn member_box() -> impl Strategy<Value = LatticeBox> {
    let places = prop_oneof![
        8 => -40i32..40,
        4 => (-40i32..40).prop_map(|x| x << 10),
        1 => (-40i32..40).prop_map(|x| x << 24),
        1 => Just(i32::MIN),
        1 => Just(i32::MAX - 9),
    ];
    let axis = (places, 0i32..9);
    prop::array::uniform3(axis).prop_map(|axes| LatticeBox {
        min: axes.map(|axis| axis.0),
        max: axes.map(|axis| axis.0 + axis.1),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn each_pair_of_admitted_groups_is_listed_once(
        mut members in prop::collection::vec((member_box(), 0usize..40, 0usize..2), 1..200),
        labels in prop::collection::vec(0u32..4, 40),
        // A few that are large have more blocks than are compared at a time.
        count in prop_oneof![2 => 1usize..12, 1 => 12usize..40],
        // Where all others are close together, one that is not is too large to be packed.
        are_close in any::<bool>(),
        workers in 1usize..4,
        sides in 1usize..3,
    ) {
        if are_close {
            for (own, ..) in members.iter_mut().filter(|(_, group, _)| group % count != 0) {
                for axis in 0..3 {
                    let extent = own.max[axis] - own.min[axis];
                    own.min[axis] = own.min[axis].rem_euclid(64);
                    own.max[axis] = own.min[axis] + extent;
                }
            }
        }
        let member_boxes: Vec<LatticeBox> = members.iter().map(|member| member.0).collect();
        let mut groups: Vec<([Vec<u32>; 2], u32)> =
            labels.iter().map(|&label| (Default::default(), label)).collect();
        for (m, &(_, group, side)) in (0..).zip(&members) {
            groups[group % count].0[if sides == 1 { 0 } else { side }].push(m);
        }
        groups.retain(|group| group.0.iter().any(|side| !side.is_empty()));
        let (members, labels): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
        let around = |sides: &[Vec<u32>; 2]| {
            let boxes = sides.iter().flatten().map(|&m| member_boxes[m as usize]);
            boxes.reduce(|a, b| a.union(&b)).unwrap()
        };
        let boxes = members.iter().map(around).collect();
        let groups = LabelledGroups { boxes, members, labels, member_boxes, sides };
        let expected = groups.brute_force(0);
        // What is packed is told apart less finely, at most by the units of the first level.
        let most = groups.brute_force(Packing::of(&groups.boxes).shift());
        let mut workers = vec![Vec::new(); workers];
        let mut search = GroupSearch::default();
        for near_capacity in [None, None, Some(0), Some(3)] {
            // What is beyond the capacity is compared where it is found.
            search.near_capacity = near_capacity;
            workers.iter_mut().for_each(Vec::clear);
            search.find_near(&groups, workers.len());
            search.choose(&groups);
            let take = |found: &mut Vec<[u32; 2]>, [a, b]: [u32; 2], pairs: &[[u32; 2]]| {
                for &[p, q] in pairs {
                    assert_eq!(groups.group(0, p), Some(a));
                    assert_eq!(groups.group(sides - 1, q), Some(b));
                    found.push(if sides == 1 { [p.min(q), p.max(q)] } else { [p, q] });
                }
            };
            search.search(&groups, &mut Lists { workers: &mut workers, take: &take });
            let mut found = workers.concat();
            found.sort_unstable();
            if near_capacity.is_some() {
                prop_assert_eq!(&found, &expected);
            }
            prop_assert!(found.windows(2).all(|two| two[0] < two[1]));
            prop_assert!(expected.iter().all(|pair| found.binary_search(pair).is_ok()));
            prop_assert!(found.iter().all(|pair| most.binary_search(pair).is_ok()));
        }
    }
}

/// Groups of no members, which are admitted with all others.
struct OnlyBoxes(Vec<LatticeBox>);

impl Groups for OnlyBoxes {
    type Bounds = LatticeBox;

    fn boxes(&self) -> &[LatticeBox] {
        &self.0
    }

    fn region(&self, group: u32) -> LatticeBox {
        self.0[group as usize]
    }

    fn has_pairs(&self, _: u32) -> bool {
        false
    }

    fn admits(&self, _: u32, _: u32) -> bool {
        true
    }

    fn sides(&self) -> usize {
        1
    }

    fn len(&self, _: u32, _: usize) -> usize {
        0
    }

    fn write<S: Stored<LatticeBox>>(&self, _: u32, _: usize, _: &mut BlockWriter<LatticeBox, S>) {}
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn few_groups_are_near_the_same_as_in_the_grid(
        boxes in prop::collection::vec(member_box(), 0..512),
    ) {
        let groups = OnlyBoxes(boxes);
        let mut near = [false, true].map(|few| {
            let mut search = GroupSearch::default();
            search.scratch.resize_with(2, Mutex::default);
            if few { search.compare_few(&groups) } else { search.search_grid(&groups) }
            search.gather_near(&groups);
            search.near.into_iter().map(|(a, b)| [a.min(b), a.max(b)]).collect::<Vec<_>>()
        });
        near.iter_mut().for_each(|near| near.sort_unstable());
        prop_assert_eq!(&near[0], &near[1]);
    }
}

/// By the best instruction set there is, which says the same as the portable one.
fn overlaps<S: LaneBounds>(block: &Block<S>, own: &S) -> u32 {
    let portable = block.apart_from(PortableLanes, own);
    let best = (|| with_lanes!(simd => block.apart_from(simd, own)))();
    assert_eq!(best, portable);
    !best & 255
}

/// Apart at a time between the ends of a step, in sixteenths, as the corners are in between.
fn overlap_at(a: &MovingBox, b: &MovingBox, sixteenths: i64) -> bool {
    let at =
        |start: i32, end: i32| i64::from(start) * (16 - sixteenths) + i64::from(end) * sixteenths;
    let low = |own: &MovingBox, axis: usize| at(own.start.min[axis], own.end.min[axis]);
    let high = |own: &MovingBox, axis: usize| at(own.start.max[axis], own.end.max[axis]);
    (0..3).all(|axis| low(a, axis) <= high(b, axis) && low(b, axis) <= high(a, axis))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn boxes_that_move_are_apart_only_if_they_are_throughout(
        own in (member_box(), member_box()),
        others in prop::array::uniform8((member_box(), member_box())),
    ) {
        let moving = |(start, end)| MovingBox { start, end };
        let own = moving(own);
        let mut block = Block::<MovingBox>::EMPTY;
        for (lane, other) in others.into_iter().enumerate() {
            block.set(lane, lane as u32, &moving(other));
        }
        let hits = overlaps(&block, &own);
        for (lane, other) in others.into_iter().enumerate() {
            let other = moving(other);
            prop_assert_eq!(block.get(lane), other);
            prop_assert_eq!(hits >> lane & 1 == 1, own.overlaps(&other));
            if hits >> lane & 1 == 0 {
                prop_assert!(!(0..=16).any(|time| overlap_at(&own, &other, time)));
            }
            let swept = |own: &MovingBox| own.start.union(&own.end);
            if !swept(&own).overlaps(&swept(&other)) {
                prop_assert_eq!(hits >> lane & 1, 0);
            }
        }
    }
}

/// A box of a group that is no longer than can be packed, near one of the same length.
fn packed_box(shift: u32) -> impl Strategy<Value = [i64; 6]> {
    let reach = (i64::from(Packing::LONGEST) - 1) << shift;
    let axis = prop_oneof![(0..reach, 0..reach), (0..reach / 64, 0..reach / 64)]
        .prop_map(|(a, b)| [a.min(b), a.max(b)]);
    let is_second = prop::bool::ANY;
    (prop::array::uniform3(axis), is_second).prop_map(move |([x, y, z], is_second)| {
        let offset = if is_second { reach } else { 0 };
        [x[0], y[0], z[0], x[1], y[1], z[1]].map(|x| x + offset)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn packed_boxes_are_apart_where_shifted_ones_are(
        (shift, own, others, at) in (0u32..17).prop_flat_map(|shift| {
            let moving = move || (packed_box(shift), packed_box(shift));
            let span = 2 * (i64::from(Packing::LONGEST) << shift);
            let first = i64::from(i32::MIN)..=i64::from(i32::MAX) - span;
            (Just(shift), moving(), prop::array::uniform8(moving()), first)
        }),
    ) {
        let lattice_box = |own: [i64; 6]| {
            let [a, b, c, d, e, f] = own.map(|x| (x + at) as i32);
            LatticeBox { min: [a, b, c], max: [d, e, f] }
        };
        let moving = |(start, end)| MovingBox { start: lattice_box(start), end: lattice_box(end) };
        let (own, others) = (moving(own), others.map(moving));
        let packing = Packing::with_shift(shift);
        let at_ends = |own: &MovingBox| MovingBox {
            start: shifted(&own.start, shift),
            end: shifted(&own.end, shift),
        };
        let expected = others.map(|other| at_ends(&own).overlaps(&at_ends(&other)));
        check_packed::<MovingBox>(packing, &own, &others, expected);
        let expected = others.map(|other| at_ends(&own).start.overlaps(&at_ends(&other).start));
        check_packed::<LatticeBox>(packing, &own.start, &others.map(|own| own.start), expected);
    }
}

/// Packed boxes, given one by one or all at once, overlap as expected.
fn check_packed<B: Bounds>(
    packing: Packing,
    own: &B,
    others: &[B; LANES],
    expected: [bool; LANES],
) {
    let mut block = Block::<B::Packed>::EMPTY;
    for (lane, other) in others.iter().enumerate() {
        block.set(lane, lane as u32, &B::Packed::from_bounds(other, packing));
    }
    let own = B::Packed::from_bounds(own, packing);
    let hits = overlaps(&block, &own);
    assert_eq!(std::array::from_fn(|lane| hits >> lane & 1 == 1), expected);
    let corners = others.map(|other| other.corners());
    let corners = [corners.map(|own| own[0]), corners.map(|own| own[1])];
    let mut portable = Block::<B::Packed>::EMPTY;
    B::Packed::set_all(&mut portable.bounds, PortableLanes, &corners, packing);
    assert_eq!(overlaps(&portable, &own), hits);
    let bounds = &mut block.bounds;
    (|| with_lanes!(simd => B::Packed::set_all(bounds, simd, &corners, packing)))();
    assert_eq!(overlaps(&block, &own), hits);
}

#[test]
fn lanes_without_a_bit_come_first_by_any_instruction_set() {
    let values = [10, 11, 12, 13, 14, 15, 16, 17];
    for without in 0..256u32 {
        let expected: Vec<u32> =
            (0..8).filter(|lane| without >> lane & 1 == 0).map(|lane| 10 + lane).collect();
        let pairs: Vec<[u32; 2]> = expected.iter().map(|&value| [7, value]).collect();
        let check = |count: usize, found: &[u32]| assert_eq!(found[..count], expected);
        let mut found = [0; LANES];
        check(PortableLanes.compact(&values, without, &mut found), &found);
        let places = &mut found;
        check((|| with_lanes!(simd => simd.compact(&values, without, places)))(), &found);

        let check = |count: usize, found: &[[u32; 2]]| assert_eq!(found[..count], pairs);
        let mut found = [[0; 2]; LANES];
        check(PortableLanes.compact_pairs(7, &values, without, &mut found), &found);
        let places = &mut found;
        check((|| with_lanes!(simd => simd.compact_pairs(7, &values, without, places)))(), &found);
    }
}

/// The boxes that a block is given eight at a time are those that it is given one by one.
#[test]
fn rows_become_columns_by_any_instruction_set() {
    let rows = std::array::from_fn(|row| std::array::from_fn(|at| (10 * row + at) as i32));
    let expected: [[i32; LANES]; LANES] =
        std::array::from_fn(|at| std::array::from_fn(|row| (10 * row + at) as i32));
    assert_eq!(PortableLanes.transpose_ints(&rows), expected);
    assert_eq!((|| with_lanes!(simd => simd.transpose_ints(&rows)))(), expected);
}

/// Adds pairs of two groups to a list.
type Take<'l> = dyn Fn(&mut Vec<[u32; 2]>, [u32; 2], &[[u32; 2]]) + Sync + 'l;

/// Lists of pairs, and how a worker adds to its list.
struct Lists<'l> {
    workers: &'l mut [Vec<[u32; 2]>],
    take: &'l Take<'l>,
}

struct List<'l> {
    worker: &'l mut Vec<[u32; 2]>,
    take: &'l Take<'l>,
}

impl GroupWorkers for Lists<'_> {
    fn count(&self) -> usize {
        self.workers.len()
    }

    fn run(&mut self, work: &(dyn Fn(usize, &mut dyn GroupPairReceiver) + Sync)) {
        let take = self.take;
        parallel::for_each_mut(self.workers, 1, |w, worker| work(w, &mut List { worker, take }));
    }
}

impl GroupPairReceiver for List<'_> {
    fn receive(&mut self, groups: [u32; 2], pairs: &[[u32; 2]]) {
        (self.take)(self.worker, groups, pairs);
    }

    fn is_done(&self) -> bool {
        false
    }
}
