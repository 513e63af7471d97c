// Links of vertices of triangles (jostle: mesh/topology/vertex_links.rs), and which vertices of tetrahedra have
// a closed star (closed_stars.rs there); a thread a vertex. Stars of more triangles than LARGEST_DEVICE_LINK have no
// link, and those of more tetrahedra than LARGEST_DEVICE_STAR are not closed: what is not known of a star is left to
// the tests of its pairs.
// needs: constants, params.wgsl, cell_lists.wgsl, cell_starts.wgsl, stars_plain.wgsl

// The edge of a triangle opposite one of its corners, in the order of the triangle.
fn opposite_edge(v: vec4<u32>, vertex: u32) -> vec2<u32> {
    if vertex == v.x {
        return v.yz;
    }
    return select(v.xy, v.zx, vertex == v.y);
}

// The face of a tetrahedron opposite one of its corners, from where it turns the same way whichever it is:
// the corner and the face are an even permutation of the four.
fn opposite_face(v: vec4<u32>, vertex: u32) -> vec3<u32> {
    if vertex == v.x {
        return v.yzw;
    }
    if vertex == v.y {
        return v.xwz;
    }
    return select(v.zyx, v.xyw, vertex == v.z);
}

// Writes the link of a vertex at its place, if its triangles are one ring or one fan: each begins where the
// one before ends.
fn list_link(vertex: u32, begin: u32, count: u32, place: u32) {
    var edges: array<vec2<u32>, LARGEST_DEVICE_LINK>;
    for (var i = 0u; i < count; i++) {
        edges[i] = opposite_edge(scene_corners[incidence[begin + i]], vertex);
    }
    // A fan begins at the neighbour where no triangle ends; a ring begins anywhere.
    for (var i = 0u; i < count; i++) {
        var is_first = true;
        for (var j = 0u; j < count; j++) {
            is_first &= edges[j].y != edges[i].x;
        }
        if is_first {
            let first = edges[i];
            edges[i] = edges[0];
            edges[0] = first;
            break;
        }
    }
    for (var i = 1u; i < count; i++) {
        var next = i;
        while next < count && edges[next].x != edges[i - 1u].y {
            next++;
        }
        if next == count {
            return;
        }
        let edge = edges[next];
        edges[next] = edges[i];
        edges[i] = edge;
    }
    links[place] = edges[0].x;
    for (var i = 0u; i < count; i++) {
        links[place + 1u + i] = edges[i].y;
    }
}

// Whether every face at a vertex has as many tetrahedra on one side as on the other, as their corners are
// listed: seen from the vertex a face is an edge, with a direction in each tetrahedron.
fn is_closed(vertex: u32, begin: u32, count: u32) -> bool {
    var faces: array<vec3<u32>, LARGEST_DEVICE_STAR>;
    for (var i = 0u; i < count; i++) {
        faces[i] = opposite_face(scene_corners[incidence[begin + i]], vertex);
    }
    for (var i = 0u; i < count; i++) {
        for (var side = 0u; side < 3u; side++) {
            let p = faces[i][side];
            let q = faces[i][(side + 1u) % 3u];
            var balance = 0;
            for (var j = 0u; j < count; j++) {
                let begins = faces[j];
                let ends = begins.yzx;
                balance += select(0, 1, any((begins == vec3<u32>(p)) & (ends == vec3<u32>(q))));
                balance -= select(0, 1, any((begins == vec3<u32>(q)) & (ends == vec3<u32>(p))));
            }
            if balance != 0 {
                return false;
            }
        }
    }
    return true;
}

@compute @workgroup_size(CELL_THREADS)
fn list_links(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let vertex = (group.y * WORKGROUPS_PER_ROW + group.x) * CELL_THREADS + t;
    if vertex > params.vertices {
        return;
    }
    // The links come after where each of them begins, and each is one longer than its star.
    let begin = incidence_start(vertex);
    let place = params.vertices + 1u + begin + vertex;
    links[vertex] = place;
    if vertex == params.vertices {
        return;
    }
    links[place] = NO_CORNER;
    var star = STAR_FAILED;
    let count = incidence_start(vertex + 1u) - begin;
    if count > 0u {
        if scene_corners[incidence[begin]].w == NO_CORNER {
            if count <= LARGEST_DEVICE_LINK {
                list_link(vertex, begin, count, place);
            }
        } else if count <= LARGEST_DEVICE_STAR && is_closed(vertex, begin, count) {
            // Covers are counted from none.
            star = 0u;
        }
    }
    stars[vertex] = star;
}
