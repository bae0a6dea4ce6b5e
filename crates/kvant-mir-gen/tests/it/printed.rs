//! Generated programs compile in every form.

#[path = "../../../kvant-mir/tests/it/forms.rs"]
mod forms;

use forms::compiles_in_every_form;
use kvant_mir_gen::{GenConfig, generate};

#[test]
fn grown_programs_compile_in_every_form() {
    let config = GenConfig::default().sized(100..=400);
    let programs: Vec<_> = (0..25)
        .map(|seed| {
            (
                format!("seed {seed}"),
                generate(seed, &config).unwrap().program,
            )
        })
        .collect();
    compiles_in_every_form(&programs);
}
