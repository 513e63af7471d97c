// The pixels of the rows of triangles, as `jostle::raster` decides them: in integers, with the top-left rule.

struct Params {
    width: u32,
    pixels: u32,
    // Triangles, or the parts that they are cut into.
    pieces: u32,
    // Rows of all of them.
    rows: u32,
    // Blocks of pixels whose counts are summed.
    blocks: u32,
    // Of peeling: 0 finds the least depth, 1 the first piece at it.
    stage: u32,
}

struct Piece {
    // dx, dy and the constant, low and high bits, of each edge function, less what it must at least be.
    edges: array<vec4<u32>, 3>,
    // From 0 to 1.
    depths: vec3<f32>,
    first_row: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> pieces: array<Piece>;
// The first row of each piece among those of all; one more than pieces.
@group(0) @binding(2) var<storage, read> piece_rows: array<u32>;

struct Row {
    piece: u32,
    y: u32,
}

// Which row a thread takes.
fn thread_row(group: vec3<u32>, thread: u32) -> u32 {
    return (group.y * WORKGROUPS_PER_ROW + group.x) * ROW_THREADS + thread;
}

fn row_of(index: u32) -> Row {
    // The last piece whose rows begin at or before the index.
    var low = 0u;
    var high = params.pieces;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if piece_rows[middle] <= index { low = middle; } else { high = middle; }
    }
    return Row(low, pieces[low].first_row + index - piece_rows[low]);
}

struct Edge {
    dx: i64,
    dy: i64,
    constant: i64,
}

fn edge_of(piece: u32, i: u32) -> Edge {
    let words = pieces[piece].edges[i];
    let constant = (u64(words.w) << 32u) | u64(words.z);
    return Edge(i64(bitcast<i32>(words.x)), i64(bitcast<i32>(words.y)), bitcast<i64>(constant));
}

fn middle(at: u32) -> i64 {
    return i64(at) * i64(SUBPIXELS) + i64(SUBPIXELS / 2u);
}

// The quotient rounded down; the divisor is positive.
fn floor_quotient(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    return select(quotient, quotient - i64(1), quotient * b > a);
}

// The first and the last column of a row whose middles are inside; none if the last is less.
fn columns_of(row: Row) -> vec2<i32> {
    var first = i64(0);
    var last = i64(params.width) - i64(1);
    let y = middle(row.y);
    for (var i = 0u; i < 3u; i++) {
        let edge = edge_of(row.piece, i);
        let at_zero = edge.dx * i64(SUBPIXELS / 2u) + edge.dy * y + edge.constant;
        let step = edge.dx * i64(SUBPIXELS);
        if step > i64(0) {
            first = max(first, -floor_quotient(at_zero, step));
        } else if step < i64(0) {
            last = min(last, floor_quotient(at_zero, -step));
        } else if at_zero < i64(0) {
            last = i64(-1);
        }
    }
    // Both may be far outside of what 32 bits hold.
    return vec2<i32>(i32(min(first, i64(params.width))), i32(max(last, i64(-1))));
}

// What grows with the depth of a piece in a pixel.
fn depth_key(row: Row, x: u32) -> u32 {
    var weights = vec3<f32>();
    for (var i = 0u; i < 3u; i++) {
        let edge = edge_of(row.piece, i);
        weights[i] = f32(edge.dx * middle(x) + edge.dy * middle(row.y) + edge.constant);
    }
    let depth = dot(weights, pieces[row.piece].depths) / (weights.x + weights.y + weights.z);
    // Bits of numbers that are not negative are in their order, and less than those of what is not a number.
    return bitcast<u32>(clamp(depth, 0.0, 1.0));
}
