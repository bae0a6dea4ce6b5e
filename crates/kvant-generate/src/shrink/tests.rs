//! The engine on a language of letters: a program is a text that reports itself, and blanks in it are superfluous.

use super::{Candidate, MOST_SETBACKS, NotShrinkable, Pass, Ran, ShrinkLanguage, Shrinker};

struct Letters;

#[derive(Clone)]
enum Edit {
    /// Removes the letter of this number.
    Remove(usize),
    /// Removes everything from this letter on.
    Cut(usize),
    /// Makes the letter of this number an `a`.
    Lower(usize),
}

type Find = fn(&str) -> Vec<Edit>;

impl ShrinkLanguage for Letters {
    type Program = String;
    type Trace = String;
    type Record = ();
    type Edit = Edit;
    type Care = bool;
    type Find = Find;

    const PASSES: &'static [Pass<Find>] = &[
        Pass::bisecting("ends", |text| (1..text.len()).map(Edit::Cut).collect()),
        Pass::new("letters", |text| {
            (0..text.len()).map(Edit::Remove).collect()
        }),
        Pass::polishing("shapes", |text| (0..text.len()).map(Edit::Lower).collect()),
    ];

    fn step_limit(&self) -> u64 {
        1000
    }

    fn run(&self, program: String, steps: u64) -> Option<Ran<Letters>> {
        let accepted = !program.is_empty() && program.len() as u64 <= steps;
        accepted.then(|| Ran {
            text: program.clone(),
            trace: program.clone(),
            steps: program.len() as u64,
            program,
        })
    }

    fn size(program: &String) -> (u64, u64) {
        (program.len() as u64, program.bytes().map(u64::from).sum())
    }

    fn statements(program: &String) -> usize {
        program.len()
    }

    fn record(&self, _: &String, _: u64) {}

    fn find(&self, find: Find, program: &String, (): &()) -> Vec<Edit> {
        find(program)
    }

    fn apply(&self, program: &String, edits: &[&Edit]) -> Option<String> {
        let mut letters: Vec<Option<char>> = program.chars().map(Some).collect();
        for edit in edits {
            match **edit {
                Edit::Remove(n) => letters[n] = None,
                Edit::Cut(n) => letters[n..].fill(None),
                Edit::Lower(n) => letters[n] = Some('a'),
            }
        }
        Some(letters.into_iter().flatten().collect())
    }

    fn mend(&self, program: String, _: u64) -> Option<String> {
        Some(program)
    }

    fn clean(&self, mut program: String, care: bool, _: u64) -> Option<String> {
        program.retain(|letter| !care || letter != ' ');
        Some(program)
    }

    fn rename(program: String) -> String {
        program.to_uppercase()
    }
}

const TEXT: &str = "the quick brown fox jumps over the lazy dog and the slow one";

/// Asks about at most `most` candidates at once, for at most `rounds` rounds.
fn ask(
    shrinker: &mut Shrinker<Letters>,
    most: usize,
    rounds: usize,
    interesting: fn(&str) -> bool,
) -> Vec<Candidate<String, String>> {
    let mut asked = Vec::new();
    for _ in 0..rounds {
        let candidates = shrinker.propose(most);
        if candidates.is_empty() {
            break;
        }
        let answers: Vec<bool> = candidates.iter().map(|it| interesting(&it.trace)).collect();
        shrinker.learn(&answers);
        asked.extend(candidates);
    }
    asked
}

/// True if the text has these letters in this order, with anything between them.
fn has_fog(text: &str) -> bool {
    let mut wanted = "fog".chars().peekable();
    for letter in text.to_lowercase().chars() {
        wanted.next_if_eq(&letter);
    }
    wanted.peek().is_none()
}

#[test]
fn only_what_is_needed_is_left() {
    // With the number of questions, if one or four are asked at once.
    for (interesting, best, questions) in [
        (has_fog as fn(&str) -> bool, "FOG", [32, 35]),
        (|text| text.len() > 3, "AAAA", [16, 27]),
        (|text| text.contains(' '), " ", [9, 23]),
        (|text| text == TEXT, TEXT, [158, 158]),
    ] {
        for (most, questions) in [1, 4].into_iter().zip(questions) {
            let mut shrinker = Shrinker::new(Letters, TEXT.to_owned()).unwrap();
            let asked = ask(&mut shrinker, most, usize::MAX, interesting);
            assert_eq!(shrinker.best().program, best);
            assert_eq!((shrinker.asked(), asked.len()), (questions, questions));
            let mut texts: Vec<&str> = asked.iter().map(|it| it.program.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), asked.len(), "nothing is proposed twice");
        }
    }
    let empty = Shrinker::new(Letters, String::new());
    assert_eq!(empty.err(), Some(NotShrinkable));
}

/// Superfluous code is removed from candidates until too many of them are not interesting.
#[test]
fn many_refusals_end_cleaning() {
    let mut shrinker = Shrinker::new(Letters, TEXT.replace(' ', "")).unwrap();
    while shrinker.token().contains("/much/") {
        assert!(shrinker.asked() < MOST_SETBACKS);
        assert_eq!(shrinker.propose(1).len(), 1);
        shrinker.learn(&[false]);
    }
    assert_eq!(shrinker.asked(), MOST_SETBACKS);
}

#[test]
fn threads_change_nothing() {
    let begin = |threads| {
        let shrinker = Shrinker::new(Letters, TEXT.to_owned()).unwrap();
        shrinker.with_threads(threads)
    };
    let (mut one, mut several) = (begin(1), begin(5));
    let asked = ask(&mut one, 7, usize::MAX, has_fog);
    assert_eq!(asked, ask(&mut several, 7, usize::MAX, has_fog));
    assert_eq!(one.token(), several.token());
}

#[test]
fn a_token_and_the_best_program_are_enough_to_go_on() {
    for rounds in 0..40 {
        let mut shrinker = Shrinker::new(Letters, TEXT.to_owned()).unwrap();
        ask(&mut shrinker, 1, rounds, has_fog);
        let (program, token) = (shrinker.best().program.clone(), shrinker.token());
        let mut resumed = Shrinker::resume(Letters, program, &token).unwrap();
        assert_eq!(resumed.token(), token);
        ask(&mut resumed, 1, usize::MAX, has_fog);
        assert_eq!(resumed.best().program, "FOG");
    }
}
