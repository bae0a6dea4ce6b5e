//! What is proposed depends on the program and the answers alone.

use super::Shrinker;
use crate::{GenConfig, generate};

#[test]
fn the_number_of_threads_changes_nothing() {
    let config = GenConfig::default().sized(150..=150);
    let program = generate(2, &config).map(|made| made.program);
    let Ok(program) = program else {
        panic!("the seed gives a program");
    };
    let begin = |threads: usize| {
        let mut shrinker = Shrinker::new(program.clone());
        if let Ok(shrinker) = &mut shrinker {
            shrinker.threads = threads;
        }
        shrinker
    };
    let (Ok(mut one), Ok(mut several)) = (begin(1), begin(5)) else {
        panic!("the program can be made smaller");
    };
    for round in 0..40 {
        let candidates = one.propose(1 + round % 7);
        assert_eq!(candidates, several.propose(1 + round % 7));
        assert_eq!(one.token(), several.token());
        let answers: Vec<bool> = candidates.iter().map(|each| each.steps % 3 == 0).collect();
        one.learn(&answers);
        several.learn(&answers);
        assert_eq!(one.best(), several.best());
    }
}
