// The box of one element.
// needs: params.wgsl, scene.wgsl

struct ElementBox {
    low: vec3<i32>,
    high: vec3<i32>,
}

fn element_box(slot: u32) -> ElementBox {
    let planes = params.slots;
    return ElementBox(
        vec3<i32>(element_boxes[slot], element_boxes[planes + slot], element_boxes[2u * planes + slot]),
        vec3<i32>(
            element_boxes[3u * planes + slot], element_boxes[4u * planes + slot], element_boxes[5u * planes + slot]
        ),
    );
}
