// Stars of triangles: injective along one direction (jostle: narrow/stars/surface.rs), a thread a vertex.
// needs: constants, params.wgsl, scene.wgsl, real_f32.wgsl|real_f64.wgsl, vectors.wgsl, stars_atomic.wgsl

fn is_injective(vertex: u32, begin: u32, end: u32) -> bool {
    let own = position(vertex, vertex);
    var n = real3(real(0.0));
    var size = real3(real(0.0));
    var off = position_error(vertex);
    let first = position(links[begin], vertex) - own;
    var sum = first;
    var before = first;
    size = abs(first);
    off = max(off, position_error(links[begin]));
    for (var i = begin + 1u; i < end; i++) {
        let next = position(links[i], vertex) - own;
        n += cross_product(before, next);
        size = max(size, abs(next));
        off = max(off, position_error(links[i]));
        sum += next;
        before = next;
    }
    size += real(2.0) * off;
    // Products can neither overflow nor underflow to any effect.
    let fits = (size >= real3(STAR_MIN_EXTENT)) | (size <= real3(STAR_FLAT_EXTENT));
    let steep = max(max(abs(n.x), abs(n.y)), abs(n.z));
    if !all(fits) || !all(size <= real3(STAR_MAX_EXTENT)) || steep < STAR_MIN_EXTENT * STAR_MIN_EXTENT {
        return false;
    }
    let is_ring = links[begin] == links[end - 1u];
    let an = abs(n);
    let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
    let off_areas = real3(
        size.y * off.z + size.z * off.y, size.z * off.x + size.x * off.z, size.x * off.y + size.y * off.x
    );
    let turn_bound = STAR_ERROR * dot_product(an, areas) + real(8.0) * dot_product(an, off_areas);
    var r = -sum;
    if is_ring {
        r = cross_product(n, odd_direction());
    }
    let ar = abs(r);
    let across = cross_product(n, r);
    let across_size = real3(an.y * ar.z + an.z * ar.y, an.z * ar.x + an.x * ar.z, an.x * ar.y + an.y * ar.x);
    let side_bound = STAR_ERROR * dot_product(across_size, size) + real(8.0) * dot_product(across_size, off);
    if side_bound < STAR_MIN_BOUND {
        return false;
    }
    var covered = 0u;
    before = first;
    var before_side = dot_product(across, before);
    for (var i = begin + 1u; i < end; i++) {
        let next = position(links[i], vertex) - own;
        let next_side = dot_product(across, next);
        if dot_product(n, cross_product(before, next)) <= turn_bound {
            return false;
        }
        let apart = before_side > side_bound || next_side < -side_bound;
        if !apart {
            let covers = before_side < -side_bound && next_side > side_bound;
            if !covers {
                return false;
            }
            covered++;
        }
        before = next;
        before_side = next_side;
    }
    return covered == select(0u, 1u, is_ring);
}

@compute @workgroup_size(STAR_THREADS)
fn update_surface_stars(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let vertex = (group.y * WORKGROUPS_PER_ROW + group.x) * STAR_THREADS + t;
    if vertex >= params.vertices {
        return;
    }
    // The links come after where each of them begins.
    let begin = links[vertex];
    let end = links[vertex + 1u];
    if end > begin + 1u && is_injective(vertex, begin, end) {
        atomicStore(&stars[vertex], STAR_FREE);
    }
}
