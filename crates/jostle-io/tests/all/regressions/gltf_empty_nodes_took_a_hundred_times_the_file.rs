//! A node without content is three bytes of a glTF file, and was hundreds in memory. Nodes keep only what
//! geometry needs now.

#[test]
fn empty_nodes_take_little_memory() {
    jostle_testing::alone!();
    let nodes = vec!["{}"; 300_000].join(",");
    let file = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{nodes}]}}");
    let report = super::check("empty-nodes.gltf", file.as_bytes());
    assert!(report.largest_expansion < 100.0, "{}", report.largest_expansion);
}
