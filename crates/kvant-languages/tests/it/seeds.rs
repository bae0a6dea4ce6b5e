//! The same seed gives the same program: digests of the programs of 200 seeds of each language, without their first lines.
//!
//! If a digest changes, the generator has changed what seeds mean: raise its version. `BLESS=1` writes the digests of today.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kvant_campaign::{Form, Splice};
use kvant_languages::languages;

/// FNV-1a, which is the same everywhere.
fn digest(digest: u64, text: &str) -> u64 {
    text.bytes().fold(digest, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn programs_of_seeds_are_unchanged() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/seeds.txt");
    let mut digests = String::new();
    for language in languages() {
        let mut config = language.config();
        config.set("statements", "small").unwrap();
        for target in language.targets() {
            let config = config.duplicate();
            let generator = language.generator(config, Splice::Nothing, target, &mut |_| {});
            let generator = generator.unwrap();
            let programs = (9000..9200).map(|seed| {
                let text = generator
                    .grow(seed)
                    .unwrap()
                    .subject
                    .text(Form::Readable, None);
                text.split_once('\n').unwrap().1.to_owned()
            });
            let all = programs.fold(0xcbf2_9ce4_8422_2325, |all, text| digest(all, &text));
            let (name, version) = (language.name(), language.generator_version());
            let _ = writeln!(digests, "{name} generator {version}, {target}: {all:016x}");
        }
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &digests).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), digests);
}
