// What the last narrow phase lists of a pair that it is unsure of: the elements, for the exact test.
// needs: narrow_lists.wgsl

fn unsure_pair(slots: vec2<u32>) -> vec2<u32> {
    return element_pair(slots);
}
