//! The text form of configurations, which is kept on disk.

use kvant_c_gen::{Feature, GenConfig};
use kvant_generate::config::Config;
use kvant_testing::config::assert_text;

/// Names and values are kept in files: they follow neither from Rust's field names nor from `Debug`.
#[test]
fn the_text_form_is_fixed_and_reads_back() {
    let config = GenConfig::default().with(Feature::BitFields, false);
    let text = "\
        depth=2..4\n\
        feature_percent=75\n\
        features.bit-fields=false\n\
        function_size=12..50\n\
        literal_percent=5..25\n\
        portable_percent=30\n\
        statements=100..400\n\
        steps=30000\n\
        weights.aggregate=2..8\n\
        weights.alias=1..4\n\
        weights.assign=50..50\n\
        weights.branch=4..14\n\
        weights.declare=8..20\n\
        weights.goto=1..4\n\
        weights.idiom=4..16\n\
        weights.known_function=6..14\n\
        weights.looping=3..10\n\
        weights.memory=2..8\n\
        weights.new_function=4..10\n\
        weights.observe=1..3\n\
        weights.pointer=4..12\n\
        weights.switch=2..8\n\
        weights.template=2..8\n\
        weights.variadic=1..4\n";
    assert_text(&config, text);
    assert_eq!(config.differences(), ["features -bit-fields"]);
    assert!(GenConfig::default().set("weights.assign", "0").is_err());
}
