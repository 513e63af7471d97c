use super::*;
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
    fn boxes(&self) -> &[LatticeBox] {
        &self.boxes
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

    fn for_each(&self, group: u32, side: usize, mut visit: impl FnMut(u32, LatticeBox)) {
        for &member in &self.members[group as usize][side] {
            visit(member, self.member_boxes[member as usize]);
        }
    }
}

impl LabelledGroups {
    fn group(&self, side: usize, member: u32) -> Option<u32> {
        let found = self.members.iter().position(|own| own[side].contains(&member));
        found.map(|group| group as u32)
    }

    /// All pairs with overlapping boxes of groups that are admitted: of one side lower member first,
    /// of two sides in the order of the sides.
    fn brute_force(&self) -> Vec<[u32; 2]> {
        let count = self.member_boxes.len() as u32;
        let all = (0..count).flat_map(|a| (0..count).map(move |b| [a, b]));
        all.filter(|&[a, b]| {
            let groups = match self.sides {
                1 => [self.group(0, a), self.group(0, b)],
                _ => [self.group(0, a), self.group(1, b)],
            };
            let [Some(group_a), Some(group_b)] = groups else { return false };
            (self.sides == 2 || a < b)
                && self.member_boxes[a as usize].overlaps(&self.member_boxes[b as usize])
                && self.admits(group_a, group_b)
        })
        .collect()
    }
}

fn member_box() -> impl Strategy<Value = LatticeBox> {
    let axis = (prop_oneof![-40i32..40, Just(i32::MIN), Just(i32::MAX - 9)], 0i32..9);
    prop::array::uniform3(axis).prop_map(|axes| LatticeBox {
        min: axes.map(|axis| axis.0),
        max: axes.map(|axis| axis.0 + axis.1),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn each_pair_of_admitted_groups_is_listed_once(
        members in prop::collection::vec((member_box(), 0usize..12, 0usize..2), 1..200),
        labels in prop::collection::vec(0u32..4, 12),
        workers in 1usize..4,
        sides in 1usize..3,
    ) {
        let member_boxes: Vec<LatticeBox> = members.iter().map(|member| member.0).collect();
        let mut groups: Vec<([Vec<u32>; 2], u32)> =
            labels.iter().map(|&label| (Default::default(), label)).collect();
        for (m, &(_, group, side)) in (0..).zip(&members) {
            groups[group].0[if sides == 1 { 0 } else { side }].push(m);
        }
        groups.retain(|group| group.0.iter().any(|side| !side.is_empty()));
        let (members, labels): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
        let around = |sides: &[Vec<u32>; 2]| {
            let boxes = sides.iter().flatten().map(|&m| member_boxes[m as usize]);
            boxes.reduce(|a, b| a.union(&b)).unwrap()
        };
        let boxes = members.iter().map(around).collect();
        let groups = LabelledGroups { boxes, members, labels, member_boxes, sides };
        let expected = groups.brute_force();
        let mut workers = vec![Vec::new(); workers];
        let mut search = GroupSearch::default();
        for near_capacity in [None, None, Some(0), Some(3)] {
            // What is beyond the capacity is compared where it is found.
            search.near_capacity = near_capacity;
            workers.iter_mut().for_each(Vec::clear);
            search.find_near(&groups, workers.len());
            search.search(&groups, &mut workers, |found, [a, b], pairs| {
                for &[p, q] in pairs {
                    assert_eq!(groups.group(0, p), Some(a));
                    assert_eq!(groups.group(sides - 1, q), Some(b));
                    found.push(if sides == 1 { [p.min(q), p.max(q)] } else { [p, q] });
                }
            });
            let mut found = workers.concat();
            found.sort_unstable();
            prop_assert_eq!(&found, &expected);
        }
    }
}
