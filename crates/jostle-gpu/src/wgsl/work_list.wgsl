// Lists that the device counts, and who takes what of them: a kernel runs in about as many workgroups as the list
// is expected to need, and each goes on to what nobody has taken, so that any number of them is right.
// needs: counters.wgsl

// Entries of a list that are there: it counts on beyond its end.
fn list_length(counter: u32, capacity: u32) -> u32 {
    return min(atomicLoad(&counters[counter]), capacity);
}

// The first entry that a workgroup takes, and how far it is to the next.
fn first_entry(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}

fn entry_step(groups: vec3<u32>) -> u32 {
    return groups.x * groups.y;
}
