//! A tree of boxes with up to eight children a node, refitted as items move.

use super::frame::{Box32, FrameBox, FrameRay, TINY, filled, slack};
use crate::geometry::lanes::{BLOCK, Lanes, WIDE};
use glam::Vec3A;
use jostle_support::parallel;

/// Items in blocks of up to four, below nodes of up to eight children.
#[derive(Clone, Debug, Default)]
pub(super) struct WideTree {
    nodes: Vec<WideNode>,
    /// The items of each block; lanes without an item hold [`NO_ITEM`].
    blocks: Vec<[u32; BLOCK]>,
    /// The boxes of blocks and nodes, kept between refits as scratch.
    block_boxes: Vec<Box32>,
    node_boxes: Vec<Box32>,
    /// Items in the order of the blocks, while the tree is built.
    entries: Vec<Entry>,
}

/// An item that a tree is built over.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: BuildBox,
    item: u32,
}

/// A box in vector registers, while a tree is built.
#[derive(Clone, Copy, Debug)]
struct BuildBox {
    low: Vec3A,
    high: Vec3A,
}

impl BuildBox {
    const EMPTY: BuildBox = BuildBox { low: Vec3A::INFINITY, high: Vec3A::NEG_INFINITY };

    #[inline(always)]
    fn union(&self, other: &BuildBox) -> BuildBox {
        BuildBox { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    #[inline(always)]
    fn middle(&self) -> Vec3A {
        (self.low + self.high) * 0.5
    }

    fn area(&self) -> f32 {
        let size = (self.high - self.low).max(Vec3A::ZERO);
        size.x * size.y + size.y * size.z + size.z * size.x
    }
}

impl From<&Box32> for BuildBox {
    fn from(own: &Box32) -> BuildBox {
        BuildBox { low: own.low.into(), high: own.high.into() }
    }
}

pub(super) const NO_ITEM: u32 = u32::MAX;
/// Marks a child that is a block.
const IS_BLOCK: u32 = 1 << 31;

#[derive(Clone, Debug)]
#[repr(align(64))]
struct WideNode {
    /// The low x, y, z and high x, y, z of each child.
    rows: [[f32; WIDE]; 6],
    /// A node, or a block with [`IS_BLOCK`]; nodes come after their parents.
    children: [u32; WIDE],
    count: u32,
}

/// What a node or block has to be searched for, and how far away it is at least.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    near: f32,
    child: u32,
}

/// The stack of a traversal, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Stack(Vec<Waiting>);

/// Receives the blocks that a ray or point is near, the nearer ones mostly first.
pub(super) trait BlockVisitor<S: Lanes> {
    /// Nothing beyond it is looked at, in the units of the traversal.
    fn limit(&self) -> f32;
    fn visit(&mut self, simd: S, block: usize);
}

/// Decides which children of a node are looked at.
trait NodeTest<S: Lanes> {
    /// A bit for each child that passes, and how far away each is at least.
    fn pass(&self, simd: S, node: &WideNode, limit: f32) -> (u32, S::Floats);
}

/// A ray against the slabs of boxes, see [`FrameRay`].
struct RaySlabs<S: Lanes> {
    near_rows: [usize; 3],
    far_rows: [usize; 3],
    near_origin: [S::Floats; 3],
    far_origin: [S::Floats; 3],
    inverse: [S::Floats; 3],
}

impl<S: Lanes> RaySlabs<S> {
    #[inline(always)]
    fn new(simd: S, ray: &FrameRay) -> RaySlabs<S> {
        let [x, y, z] = ray.near_row;
        RaySlabs {
            near_rows: [x, y, z],
            far_rows: [3 - x, 5 - y, 7 - z],
            near_origin: splat(simd, &ray.near_origin),
            far_origin: splat(simd, &ray.far_origin),
            inverse: splat(simd, &ray.inverse),
        }
    }
}

impl<S: Lanes> NodeTest<S> for RaySlabs<S> {
    #[inline(always)]
    fn pass(&self, simd: S, node: &WideNode, limit: f32) -> (u32, S::Floats) {
        let mut near = simd.floats(0.0);
        let mut far = simd.floats(f32::INFINITY);
        for x in 0..3 {
            let near_plane = simd.load_floats(&node.rows[self.near_rows[x]]);
            let far_plane = simd.load_floats(&node.rows[self.far_rows[x]]);
            let to_near = simd.sub_floats(near_plane, self.near_origin[x]);
            let to_far = simd.sub_floats(far_plane, self.far_origin[x]);
            near = simd.max_floats(simd.mul_floats(to_near, self.inverse[x]), near);
            far = simd.min_floats(simd.mul_floats(to_far, self.inverse[x]), far);
        }
        // The limit has the slack already.
        let far = simd.add_floats(simd.mul_floats(far, simd.floats(slack())), simd.floats(TINY));
        let far = simd.min_floats(far, simd.floats(limit));
        (simd.floats_up_to(near, far), near)
    }
}

/// The squares of a point's distances from boxes.
struct PointGaps<S: Lanes> {
    low: [S::Floats; 3],
    high: [S::Floats; 3],
}

impl<S: Lanes> PointGaps<S> {
    #[inline(always)]
    fn new(simd: S, point: &FrameBox) -> PointGaps<S> {
        PointGaps { low: splat(simd, &point.low), high: splat(simd, &point.high) }
    }
}

impl<S: Lanes> NodeTest<S> for PointGaps<S> {
    #[inline(always)]
    fn pass(&self, simd: S, node: &WideNode, limit: f32) -> (u32, S::Floats) {
        let zero = simd.floats(0.0);
        let mut square = zero;
        for x in 0..3 {
            let below = simd.sub_floats(simd.load_floats(&node.rows[x]), self.high[x]);
            let above = simd.sub_floats(self.low[x], simd.load_floats(&node.rows[x + 3]));
            let off = simd.max_floats(simd.max_floats(below, above), zero);
            square = simd.add_floats(square, simd.mul_floats(off, off));
        }
        (simd.floats_up_to(square, simd.floats(limit)), square)
    }
}

#[inline(always)]
fn splat<S: Lanes>(simd: S, &[x, y, z]: &[f32; 3]) -> [S::Floats; 3] {
    [simd.floats(x), simd.floats(y), simd.floats(z)]
}

impl WideTree {
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn blocks(&self) -> &[[u32; BLOCK]] {
        &self.blocks
    }

    /// The box around everything.
    pub fn bounds(&self) -> &Box32 {
        self.node_boxes.first().unwrap_or(&Box32::EMPTY)
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<WideNode>()
            + self.blocks.capacity() * size_of::<[u32; BLOCK]>()
            + (self.block_boxes.capacity() + self.node_boxes.capacity()) * size_of::<Box32>()
            + self.entries.capacity() * size_of::<Entry>()
    }

    /// Builds the tree over boxes anew, in the buffers it has.
    pub fn build(&mut self, boxes: &[Box32]) {
        self.nodes.clear();
        self.blocks.clear();
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        entries.extend((0u32..).zip(boxes).map(|(item, own)| Entry { bounds: own.into(), item }));
        if !entries.is_empty() {
            self.build_node(&mut entries, 0);
        }
        self.entries = entries;
        self.refit(|item| boxes[item as usize]);
    }

    /// Reserves what any tree of so many items needs.
    pub fn reserve(&mut self, items: usize) {
        self.nodes.reserve(items.saturating_sub(self.nodes.len()));
        self.blocks.reserve(items.saturating_sub(self.blocks.len()));
        self.entries.reserve(items.saturating_sub(self.entries.len()));
        self.block_boxes.reserve(items.saturating_sub(self.block_boxes.len()));
        self.node_boxes.reserve(items.saturating_sub(self.node_boxes.len()));
    }

    /// Frees what only building needs.
    pub fn finish(&mut self) {
        self.entries = Vec::new();
    }

    fn build_node(&mut self, entries: &mut [Entry], depth: u32) -> u32 {
        let at = self.nodes.len();
        self.nodes.push(WideNode { rows: [[0.0; WIDE]; 6], children: [0; WIDE], count: 0 });
        // The ranges of the children: the largest is split until there are eight.
        let mut ends = [0; WIDE];
        let mut costs = [0.0; WIDE];
        ends[0] = entries.len();
        costs[0] = if entries.len() > BLOCK { f32::INFINITY } else { 0.0 };
        let mut count = 1;
        while count < WIDE {
            let largest = (0..count).max_by(|&i, &j| costs[i].total_cmp(&costs[j]).then(j.cmp(&i)));
            let largest = largest.expect("one at least");
            if costs[largest] <= 0.0 {
                break;
            }
            let from = if largest == 0 { 0 } else { ends[largest - 1] };
            let (middle, areas) = split(&mut entries[from..ends[largest]], depth);
            ends.copy_within(largest..count, largest + 1);
            costs.copy_within(largest..count, largest + 1);
            ends[largest] = from + middle;
            count += 1;
            for (child, area) in [largest, largest + 1].into_iter().zip(areas) {
                let from = if child == 0 { 0 } else { ends[child - 1] };
                let size = ends[child] - from;
                // Zero is for what is not split; flat boxes are.
                costs[child] =
                    if size > BLOCK { area * size as f32 + f32::MIN_POSITIVE } else { 0.0 };
            }
        }
        self.nodes[at].count = count as u32;
        let mut from = 0;
        for child in 0..count {
            let range = &mut entries[from..ends[child]];
            from = ends[child];
            self.nodes[at].children[child] = if range.len() <= BLOCK {
                let mut block = [NO_ITEM; BLOCK];
                for (own, entry) in block.iter_mut().zip(&*range) {
                    *own = entry.item;
                }
                // Lanes without an item are last.
                block.sort_unstable();
                self.blocks.push(block);
                (self.blocks.len() - 1) as u32 | IS_BLOCK
            } else {
                self.build_node(range, depth + 1)
            };
        }
        at as u32
    }

    /// Fits all boxes to the items, in linear time.
    pub fn refit(&mut self, item_box: impl Fn(u32) -> Box32 + Sync) {
        let WideTree { nodes, blocks, block_boxes, node_boxes, .. } = self;
        block_boxes.resize(blocks.len(), Box32::EMPTY);
        parallel::for_each_part_mut(block_boxes, 256, |first, boxes| {
            for (own, block) in boxes.iter_mut().zip(&blocks[first..]) {
                let items = block.iter().filter(|&&item| item != NO_ITEM);
                *own = items.fold(Box32::EMPTY, |all, &item| all.union(&item_box(item)));
            }
        });
        node_boxes.resize(nodes.len(), Box32::EMPTY);
        for at in (0..nodes.len()).rev() {
            let node = &mut nodes[at];
            let mut all = Box32::EMPTY;
            for lane in 0..WIDE {
                let own = match node.children[lane] {
                    _ if lane >= node.count as usize => Box32::EMPTY,
                    child if child & IS_BLOCK != 0 => block_boxes[(child & !IS_BLOCK) as usize],
                    child => node_boxes[child as usize],
                };
                for x in 0..3 {
                    node.rows[x][lane] = own.low[x];
                    node.rows[x + 3][lane] = own.high[x];
                }
                all = all.union(&own);
            }
            node_boxes[at] = all;
        }
    }

    /// The sum of the areas of all boxes over that of the box around everything: what a ray may expect to
    /// be tested against.
    pub fn cost(&self) -> f64 {
        let sum: f64 =
            self.block_boxes.iter().chain(&self.node_boxes).map(|b| f64::from(area(b))).sum();
        sum / f64::from(area(self.bounds())).max(f64::MIN_POSITIVE)
    }

    /// Shows the blocks whose boxes a ray meets before the limit.
    #[inline(always)]
    pub fn along_ray<S: Lanes>(
        &self,
        simd: S,
        ray: &FrameRay,
        stack: &mut Stack,
        visitor: &mut impl BlockVisitor<S>,
    ) {
        self.traverse(simd, stack, visitor, &RaySlabs::new(simd, ray));
    }

    /// Shows the blocks whose boxes are within the limit of a point: as squares of distances.
    #[inline(always)]
    pub fn near_point<S: Lanes>(
        &self,
        simd: S,
        point: &FrameBox,
        stack: &mut Stack,
        visitor: &mut impl BlockVisitor<S>,
    ) {
        self.traverse(simd, stack, visitor, &PointGaps::new(simd, point));
    }

    /// Shows the blocks of all nodes that pass a test, the nearer first.
    #[inline(always)]
    fn traverse<S: Lanes>(
        &self,
        simd: S,
        stack: &mut Stack,
        visitor: &mut impl BlockVisitor<S>,
        test: &impl NodeTest<S>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let base = stack.0.len();
        let mut limit = visitor.limit();
        let mut child = 0;
        loop {
            if child & IS_BLOCK != 0 {
                visitor.visit(simd, (child & !IS_BLOCK) as usize);
                limit = visitor.limit();
            } else {
                let node = &self.nodes[child as usize];
                let (passing, near) = test.pass(simd, node, limit);
                let mut passing = passing & filled(node.count);
                if passing != 0 {
                    let first = passing.trailing_zeros() as usize;
                    passing &= passing - 1;
                    if passing == 0 {
                        child = node.children[first & (WIDE - 1)];
                        continue;
                    }
                    let near = simd.store_floats(near);
                    let mut nearest = Waiting {
                        near: near[first & (WIDE - 1)],
                        child: node.children[first & (WIDE - 1)],
                    };
                    let from = stack.0.len();
                    while passing != 0 {
                        let lane = passing.trailing_zeros() as usize & (WIDE - 1);
                        passing &= passing - 1;
                        let mut own = Waiting { near: near[lane], child: node.children[lane] };
                        if own.near < nearest.near {
                            std::mem::swap(&mut own, &mut nearest);
                        }
                        // Sorted, the nearest last.
                        let mut at = stack.0.len();
                        stack.0.push(own);
                        while at > from && stack.0[at - 1].near < own.near {
                            stack.0[at] = stack.0[at - 1];
                            at -= 1;
                        }
                        stack.0[at] = own;
                    }
                    child = nearest.child;
                    continue;
                }
            }
            loop {
                if stack.0.len() == base {
                    return;
                }
                let Some(next) = stack.0.pop() else { return };
                if next.near <= limit {
                    child = next.child;
                    break;
                }
            }
        }
    }

    /// Shows the blocks whose boxes overlap a box.
    pub fn blocks_in_box(&self, query: &FrameBox, stack: &mut Stack, mut visit: impl FnMut(usize)) {
        if self.nodes.is_empty() {
            return;
        }
        let base = stack.0.len();
        stack.0.push(Waiting { near: 0.0, child: 0 });
        while stack.0.len() > base {
            let Some(Waiting { child, .. }) = stack.0.pop() else { return };
            if child & IS_BLOCK != 0 {
                visit((child & !IS_BLOCK) as usize);
                continue;
            }
            let node = &self.nodes[child as usize];
            let mut apart = [0; WIDE];
            for x in 0..3 {
                for lane in 0..WIDE {
                    let above = node.rows[x][lane] > query.high[x];
                    let below = node.rows[x + 3][lane] < query.low[x];
                    apart[lane] |= (above | below) as u32;
                }
            }
            for lane in 0..node.count as usize {
                if apart[lane] == 0 {
                    stack.0.push(Waiting { near: 0.0, child: node.children[lane] });
                }
            }
        }
    }
}

fn area(own: &Box32) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|x| (own.high[x] - own.low[x]).max(0.0));
    x * y + y * z + z * x
}

/// Bins of the surface area heuristic.
const BINS: usize = 16;
/// Nodes below this depth are halved, so that no tree is deeper than a few times the logarithm.
const DEEPEST: u32 = 24;

/// Parts entries in two, neither empty, by the surface area heuristic over bins of their middles (Wald 2007);
/// in halves where middles are equal or the tree is deep. Returns how many are in the first and the areas.
fn split(entries: &mut [Entry], depth: u32) -> (usize, [f32; 2]) {
    let (mut low, mut high) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
    for own in &*entries {
        let middle = own.bounds.middle();
        (low, high) = (low.min(middle), high.max(middle));
    }
    // Zero where middles are equal, or so close that the factor is infinite.
    let factor = BINS as f32 / (high - low);
    let factor = Vec3A::select(factor.cmplt(Vec3A::INFINITY), factor, Vec3A::ZERO);
    let bins_of = |own: &Entry| {
        let [x, y, z] = ((own.bounds.middle() - low) * factor).to_array();
        [x, y, z].map(|bin| (bin as u32 as usize).min(BINS - 1))
    };
    if factor != Vec3A::ZERO && depth < DEEPEST {
        let mut bins = [[(BuildBox::EMPTY, 0); BINS]; 3];
        for own in &*entries {
            for (bins, bin) in bins.iter_mut().zip(bins_of(own)) {
                let (bounds, count) = &mut bins[bin];
                *bounds = bounds.union(&own.bounds);
                *count += 1;
            }
        }
        if let Some((x, b, areas)) = best_plane(&bins) {
            let mut count = 0;
            for i in 0..entries.len() {
                if bins_of(&entries[i])[x] < b {
                    entries.swap(i, count);
                    count += 1;
                }
            }
            return (count, areas);
        }
    }
    let size = high - low;
    let x = (0..3).max_by(|&x, &y| size[x].total_cmp(&size[y])).unwrap_or(0);
    let half = (entries.len() / 2).next_multiple_of(BLOCK).min(entries.len() - 1);
    entries.select_nth_unstable_by(half, |s, t| {
        let [p, q] = [s, t].map(|own| own.bounds.middle()[x]);
        p.total_cmp(&q).then(s.item.cmp(&t.item))
    });
    let reach = |part: &[Entry]| {
        part.iter().fold(BuildBox::EMPTY, |all, own| all.union(&own.bounds)).area()
    };
    (half, [reach(&entries[..half]), reach(&entries[half..])])
}

/// The axis and first bin of the second part that a ray may expect the fewest tests of, and both areas.
fn best_plane(bins: &[[(BuildBox, usize); BINS]; 3]) -> Option<(usize, usize, [f32; 2])> {
    let mut best = (f32::INFINITY, None);
    for (x, bins) in bins.iter().enumerate() {
        let mut right = [(0.0, 0); BINS];
        let (mut all, mut count) = (BuildBox::EMPTY, 0);
        for b in (1..BINS).rev() {
            all = all.union(&bins[b].0);
            count += bins[b].1;
            right[b] = (all.area(), count);
        }
        (all, count) = (BuildBox::EMPTY, 0);
        for b in 1..BINS {
            all = all.union(&bins[b - 1].0);
            count += bins[b - 1].1;
            if count == 0 || right[b].1 == 0 {
                continue;
            }
            // Blocks that are filled cost as much as others.
            let blocks = |count: usize| count.div_ceil(BLOCK) as f32;
            let areas = [all.area(), right[b].0];
            let cost = areas[0] * blocks(count) + areas[1] * blocks(right[b].1);
            if cost < best.0 {
                best = (cost, Some((x, b, areas)));
            }
        }
    }
    best.1
}
