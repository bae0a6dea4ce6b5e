//! The text form of configurations, which is kept on disk.

use kvant_generate::config::{Config, Problem};
use kvant_mir_gen::{Feature, GenConfig};
use kvant_testing::config::assert_text;

/// Names and values are kept in files: they follow neither from Rust's field names nor from `Debug`.
#[test]
fn the_text_form_is_fixed() {
    let mut config = GenConfig::default()
        .sized(100..=100)
        .with(Feature::WideInts, false)
        .with(Feature::Loops, true);
    config.steps = 77;
    config.literal_percent = 0..=100;
    config.weights.observe = 7..=7;
    let text = "\
        feature_percent=85\n\
        features.loops=true\n\
        features.wide-ints=false\n\
        function_size=30..120\n\
        literal_percent=0..100\n\
        new_local_percent=30..60\n\
        statements=100..100\n\
        steps=77\n\
        weights.alias=2..6\n\
        weights.idiom=4..20\n\
        weights.intrinsic=1..5\n\
        weights.known_function=3..8\n\
        weights.looping=3..10\n\
        weights.new_function=3..8\n\
        weights.observe=7..7\n\
        weights.plain=70..70\n\
        weights.pointer=3..10\n\
        weights.splice=2..6\n\
        weights.switch=4..14\n\
        weights.switch_shape=3..15\n\
        weights.template=2..8\n";
    assert_text(&config, text);
    assert_eq!(
        config.differences(),
        [
            "features -wide-ints,+loops",
            "steps 77",
            "literal_percent 0..100",
            "observe 7..7"
        ]
    );
    // A feature is drawn again, and a number is a range of one.
    config.set("features.loops", "drawn").unwrap();
    assert!(!config.fixed.contains_key(&Feature::Loops));
    config.set("weights.observe", "3").unwrap();
    assert_eq!(config.weights.observe, 3..=3);
    config.set("statements", "small").unwrap();
    assert_eq!(config.statements, 200..=500);
}

#[test]
fn wrong_settings_are_refused() {
    let usual = GenConfig::default();
    for (name, value, says) in [
        (
            "stepz",
            "1",
            "there is no `stepz`; there are statements, steps, ",
        ),
        (
            "features.loop",
            "true",
            "there is no feature `loop`; there are wide-ints, ",
        ),
        (
            "features.loops",
            "1",
            "features.loops: a feature is true, false",
        ),
        ("steps", "0", "steps: this takes a whole number from 1"),
        ("steps", "1..2", "steps: this takes a whole number from 1"),
        (
            "feature_percent",
            "101",
            "feature_percent: this takes a whole number from 0 to 100",
        ),
        (
            "weights.plain",
            "0",
            "weights.plain: this takes a whole number from 1 to 1000, or two",
        ),
        (
            "weights.switch",
            "9..1001",
            "weights.switch: this takes a whole number from 0 to 1000",
        ),
        (
            "weights.switch",
            "9..3",
            "weights.switch: the smaller number of a range",
        ),
        (
            "weights.switch",
            "x",
            "weights.switch: this takes a whole number",
        ),
        (
            "statements",
            "huge",
            "statements: a size is tiny, small, medium, large, a number",
        ),
        (
            "statements",
            "5",
            "statements: a program has between 100 and 200000 statements",
        ),
    ] {
        let mut config = usual.clone();
        let error = config.set(name, value).unwrap_err();
        assert!(error.to_string().starts_with(says), "{error}");
        assert_eq!(config, usual, "{name}={value}");
    }
    let wrong = usual.clone().set("depth", "3").unwrap_err().problem;
    assert!(matches!(wrong, Problem::Unknown(..)));
}
