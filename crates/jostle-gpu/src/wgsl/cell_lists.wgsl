// Lists from which clusters and links are made on the device: groups of elements of the scene, cells that
// they are counted into, and what comes of it.
// needs: params.wgsl

// Elements of objects that are numbered in a row, and whose clusters have the same label and flags.
struct Group {
    // Its slots, elements and cells are in a row too.
    first_slot: u32,
    first_element: u32,
    first_cell: u32,
    flags: u32,
    // A box is halved so many times, along these axes: two bits each, the first halving in the lowest bits.
    levels: u32,
    axes_low: u32,
    axes_high: u32,
    // How many of the halvings are along each axis: eight bits each.
    axis_levels: u32,
    // The lower corner of the box, about the centre of the scene, and cells to the unit.
    low_x: f32,
    low_y: f32,
    low_z: f32,
    scale_x: f32,
    scale_y: f32,
    scale_z: f32,
    padding_1: u32,
    padding_2: u32,
}

// The corners of all elements as the scene lists them.
@group(0) @binding(3) var<storage, read> scene_corners: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> groups: array<Group>;
// Six planes of a number a slot: the cell of an element, which of its elements it is, and which it is of
// those at each of its corners.
@group(0) @binding(6) var<storage, read_write> ranks: array<u32>;
@group(0) @binding(7) var<storage, read_write> corners: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> elements: array<u32>;
// The elements at each vertex whose star is tested.
@group(0) @binding(10) var<storage, read_write> incidence: array<u32>;
@group(0) @binding(11) var<storage, read_write> links: array<u32>;
@group(0) @binding(12) var<storage, read_write> tile_sums: array<u32>;

// The group that an element of this number, counted through all groups, is of.
fn group_of(slot: u32) -> u32 {
    var low = 0u;
    var high = params.groups;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if groups[middle].first_slot <= slot {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
