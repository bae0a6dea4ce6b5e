//! Programs of plain Rust in batches, and functions in a text that a tool transforms.

use std::sync::Arc;

use kvant_record::Dialect;
use kvant_toolchain::drivers::RUST;
use kvant_toolchain::{Backend, Limits, OptLevel, Request, Scratch, Source, Toolchains};

use super::*;
use crate::{Difference, Form, Kind, Outcome, Printing, TraceLine, classify};

/// A program of plain Rust. Its behaviour alone and in a batch may differ.
struct Plain {
    name: &'static str,
    alone: &'static str,
    together: &'static str,
}

const FINE: &str = "";
const WRONG: &str = "value = 7;";
const CRASH: &str = "std::process::abort();";
const FAILS_AT_EXIT: &str = "extern \"C\" { fn atexit(f: extern \"C\" fn()) -> i32; } \
    extern \"C\" fn fail() { std::process::abort() } unsafe { atexit(fail); }";
const REJECTED: &str = "not_a_function();";

impl Plain {
    fn new(name: &'static str, body: &'static str) -> Plain {
        Plain {
            name,
            alone: body,
            together: body,
        }
    }
}

/// A function that returns its observation.
fn observing(body: &str) -> String {
    format!("pub fn run() -> u32 {{ let mut value = 5; {body} value }}")
}

impl Subject for Plain {
    fn name(&self) -> String {
        self.name.into()
    }

    fn language(&self) -> Source {
        RUST
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        let traced = r#"if std::env::args().len() > 1 { println!("0 u8 {value}"); }"#;
        let function = observing(self.alone);
        format!(
            "{function}\nfn main() {{ let value = run(); {traced} println!(\"kvant 1 {{value}}\"); }}"
        )
    }

    fn summary(&self) -> String {
        "kvant 1 5".into()
    }

    fn trace(&self) -> Vec<TraceLine> {
        vec![TraceLine {
            text: "0 u8 5".into(),
            origin: "run".into(),
        }]
    }

    fn part(&self, n: usize, _: Option<&Dialect>) -> Option<String> {
        Some(format!("mod p{n} {{ {} }}\n", observing(self.together)))
    }

    fn joined(&self, parts: &[String]) -> String {
        let names = (0..parts.len()).map(|n| format!("p{n}::run, "));
        let main = r#"
            let arguments: Vec<String> = std::env::args().collect();
            let only = arguments.get(1).map(|n| n.parse::<usize>().unwrap());
            for (n, run) in PROGRAMS.iter().enumerate() {
                if only.is_some_and(|only| only != n) { continue; }
                let value = run();
                if arguments.len() > 2 { println!("0 u8 {value}"); }
                println!("p{n} kvant 1 {value}");
            }"#;
        format!(
            "{}\nstatic PROGRAMS: &[fn() -> u32] = &[{}];\nfn main() {{ {main} }}",
            parts.concat(),
            names.collect::<String>()
        )
    }
}

fn tested(subjects: &[impl Subject]) -> (Batched, Spent) {
    let toolchain = Toolchains::discover().found.swap_remove(0);
    let scratch = Scratch::new().unwrap();
    let ask = Ask {
        backend: &backend(toolchain),
        scratch: &scratch,
        compiler: &Limits::for_compiler(),
        program: &Limits::for_program(),
    };
    let subjects: Vec<&dyn Subject> = subjects.iter().map(|each| each as &dyn Subject).collect();
    let mut spent = Spent::default();
    let batched = test_batch(&subjects, &ask, &mut spent).unwrap();
    assert_eq!(batched.verdicts.len(), subjects.len());
    (batched, spent)
}

fn backend(toolchain: Arc<kvant_toolchain::Toolchain>) -> Backend {
    Backend::build(toolchain, OptLevel::O3)
}

/// The names of the verdicts on programs with these bodies, and the number of splits.
fn names(bodies: &[&'static str]) -> (Vec<&'static str>, u32) {
    let subjects: Vec<Plain> = bodies
        .iter()
        .map(|body| Plain::new("plain", body))
        .collect();
    let (batched, _) = tested(&subjects);
    let names = batched.verdicts.iter().map(Verdict::name).collect();
    (names, batched.splits)
}

#[test]
fn programs_that_agree_are_compiled_once() {
    assert_eq!(names(&[FINE; 5]), (vec!["agrees"; 5], 0));
    assert_eq!(names(&[]), (vec![], 0));
}

#[test]
fn a_batch_of_one_is_the_program_alone() {
    let body = WRONG;
    let (batched, spent) = tested(&[Plain {
        name: "only",
        alone: body,
        together: FINE,
    }]);
    let says = "observation 0 (run): expected `0 u8 5`, got `0 u8 7`";
    assert_eq!(batched.verdicts[0].detail(), says);
    assert!(spent.compilers > Duration::ZERO && batched.longest == spent.compilers);
}

#[test]
fn a_wrong_answer_is_found_and_is_about_the_program_alone() {
    let (batched, _) = tested(&[FINE, FINE, WRONG, FINE].map(|body| Plain::new("plain", body)));
    let says = "observation 0 (run): expected `0 u8 5`, got `0 u8 7`";
    for (n, verdict) in batched.verdicts.iter().enumerate() {
        match n {
            2 => assert!(
                matches!(verdict, Verdict::WrongValue(wrong) if wrong.to_string() == says),
                "{verdict:?}"
            ),
            _ => assert_eq!(*verdict, Verdict::Agrees),
        }
    }
    assert_eq!(batched.splits, 0);
}

#[test]
fn a_crash_does_not_lose_answers_of_other_programs() {
    let says = vec!["agrees", "program crash", "agrees", "wrong value", "agrees"];
    assert_eq!(names(&[FINE, CRASH, FINE, WRONG, FINE]), (says, 0));
    let says = vec!["program crash", "agrees", "program crash"];
    assert_eq!(names(&[CRASH, FINE, CRASH]), (says, 0));
}

#[test]
fn a_program_that_fails_the_end_of_the_process_is_found() {
    let says = vec!["agrees", "program crash", "agrees"];
    assert_eq!(names(&[FINE, FAILS_AT_EXIT, FINE]), (says, 0));
}

#[test]
fn a_batch_that_does_not_compile_is_split_until_the_culprit_is_alone() {
    let says = vec!["agrees", "agrees", "rejected", "agrees", "agrees"];
    assert_eq!(names(&[FINE, FINE, REJECTED, FINE, FINE]), (says, 2));
}

#[test]
fn disagreements_only_in_a_batch_keep_its_text() {
    let fine = || Plain::new("fine", FINE);
    let odd = |together| Plain {
        name: "odd",
        alone: FINE,
        together,
    };
    for (together, name, kind, says) in [
        (
            WRONG,
            "wrong value",
            Kind::WrongValue,
            "only in a batch, where it is p1 of 3 programs; observation 0 (run): expected `0 u8 5`, got `0 u8 7`",
        ),
        (
            CRASH,
            "program crash",
            Kind::ProgramCrash,
            "only in a batch, where it is p1 of 3 programs; ",
        ),
    ] {
        let (batched, _) = tested(&[fine(), odd(together), fine()]);
        let verdict = &batched.verdicts[1];
        assert!(matches!(verdict, Verdict::OnlyInBatch(_)), "{verdict:?}");
        assert!(verdict.is_bad() && verdict.name() == name);
        assert!(verdict.detail().starts_with(says), "{}", verdict.detail());
        assert_eq!(batched.verdicts[0], Verdict::Agrees);
        assert_eq!(batched.verdicts[2], Verdict::Agrees);

        let backend = backend(Toolchains::discover().found.swap_remove(0));
        let outcome = Outcome::new(backend, verdict.clone());
        let classifications = classify(std::slice::from_ref(&outcome));
        assert_eq!(classifications.len(), 1);
        assert_eq!(classifications[0].kind, kind);
        let finding = crate::Finding {
            name: "odd".into(),
            kind,
            signature: String::new(),
            outcomes: vec![outcome],
            failing: vec![0],
            suspects: Vec::new(),
        };
        let files = finding.files(&odd(together));
        let file = |name: &str| &files.iter().find(|(file, _)| file == name).unwrap().1;
        let mut words = file("verdicts.txt").split(' ');
        let source = words.find(|word| word.starts_with("batch-"));
        assert!(file(source.unwrap()).contains("mod p2"));
    }
    // It compiles alone, but not in the batch.
    let (batched, _) = tested(&[fine(), odd(REJECTED), fine()]);
    let bad: Vec<_> = batched
        .verdicts
        .iter()
        .filter(|each| each.is_bad())
        .collect();
    assert!(matches!(bad[..], [Verdict::OnlyInBatch(seen)] if seen.verdict.name() == "rejected"));
}

/// Changes the judgements of [`Printing`] about the answer to a request.
type Change = fn(&Request, Vec<Judgement>) -> Vec<Judgement>;

/// A program whose language judges output in its own way.
struct Judged {
    plain: Plain,
    change: Change,
}

impl Subject for Judged {
    fn name(&self) -> String {
        self.plain.name()
    }

    fn language(&self) -> Source {
        RUST
    }

    fn text(&self, form: Form, dialect: Option<&Dialect>) -> String {
        self.plain.text(form, dialect)
    }

    fn summary(&self) -> String {
        self.plain.summary()
    }

    fn trace(&self) -> Vec<TraceLine> {
        self.plain.trace()
    }

    fn part(&self, n: usize, dialect: Option<&Dialect>) -> Option<String> {
        self.plain.part(n, dialect)
    }

    fn joined(&self, parts: &[String]) -> String {
        self.plain.joined(parts)
    }

    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        Box::new(Changed(Printing::new(programs), self.change))
    }
}

struct Changed<'a>(Printing<'a>, Change);

impl Batch for Changed<'_> {
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String> {
        self.0.text(form, dialect)
    }

    fn judge(&self, request: &Request, answered: &Answered<'_>) -> Vec<Judgement> {
        self.1(request, self.0.judge(request, answered))
    }
}

/// The language has the last word about the output of executables, even if it returns too few or too many judgements.
#[test]
fn output_is_judged_by_its_language() {
    let judged = |bodies: &[&'static str], change: Change| -> Vec<String> {
        let programs = bodies.iter().map(|body| Plain::new("plain", body));
        let programs = programs.map(|plain| Judged { plain, change });
        let (batched, _) = tested(&programs.collect::<Vec<_>>());
        let said = batched.verdicts.iter().map(|it| match it {
            Verdict::CannotSay { message } | Verdict::Undefined { message } => message.clone(),
            other => other.name().to_owned(),
        });
        said.collect()
    };
    let bodies = [FINE, FINE, WRONG];
    let says = ["agrees", "agrees", "wrong value"];
    let fewer: Change = |_, all| all.into_iter().take(2).collect();
    assert_eq!(judged(&bodies, fewer), says);
    let more: Change = |_, mut all| {
        all.push(Judgement::Judged(Verdict::ProgramHang));
        all
    };
    assert_eq!(judged(&bodies, more), says);

    let unknown: Change = |request, all| {
        let message = format!("cannot judge {request}");
        vec![Judgement::Judged(Verdict::CannotSay { message }); all.len()]
    };
    let undefined: Change = |_, all| {
        let message = "undefined".to_owned();
        vec![Judgement::Judged(Verdict::Undefined { message }); all.len()]
    };
    for bodies in [&bodies[..], &[FINE]] {
        let says = |word| vec![word; bodies.len()];
        assert_eq!(judged(bodies, unknown), says("cannot judge O3"));
        assert_eq!(judged(bodies, undefined), says("undefined"));
    }
}

#[test]
fn batch_sizes_adapt() {
    let went = |splits, seconds| Batched {
        verdicts: Vec::new(),
        splits,
        longest: Duration::from_secs_f64(seconds),
    };
    let mut size = BatchSize::new(None);
    assert_eq!(size.get(), 4);
    size.learn(4, &went(0, 1.0));
    assert_eq!(size.get(), 20);
    size.learn(20, &went(0, 0.9));
    assert_eq!(size.get(), 64);
    size.learn(64, &went(0, 1.6));
    assert_eq!(size.get(), 64);
    size.learn(64, &went(3, 1.6));
    assert_eq!(size.get(), 32);
    size.learn(32, &went(0, 32.0));
    assert_eq!(size.get(), 5);
    size.learn(5, &went(0, 30.0));
    assert_eq!(size.get(), 1);
    size.learn(1, &went(0, 0.1));
    assert_eq!(size.get(), 16);

    let mut fixed = BatchSize::new(NonZero::new(5));
    fixed.learn(5, &went(2, 60.0));
    assert_eq!(fixed.get(), 5);
}

/// A function that a tool transforms: correct if it returns its own number.
struct Function(u32);

impl Subject for Function {
    fn name(&self) -> String {
        format!("f{}", self.0)
    }

    fn language(&self) -> Source {
        RUST
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        format!("f{0} returns {0}\n", self.0)
    }

    fn summary(&self) -> String {
        String::new()
    }

    fn trace(&self) -> Vec<TraceLine> {
        Vec::new()
    }

    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        let own = |subject: &&'a dyn Subject| subject.as_any()?.downcast_ref::<Function>();
        Box::new(Functions(programs.iter().filter_map(own).collect()))
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }
}

/// Functions in one text, judged by the text that a tool makes of it.
struct Functions<'a>(Vec<&'a Function>);

impl Batch for Functions<'_> {
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String> {
        Some(
            self.0
                .iter()
                .map(|it| it.text(form, Some(dialect)))
                .collect(),
        )
    }

    fn judge(&self, _: &Request, answered: &Answered<'_>) -> Vec<Judgement> {
        let Answered::Transformed(text) = answered else {
            return vec![Judgement::Unanswered; self.0.len()];
        };
        let judged = |function: &&Function| {
            let name = function.name();
            let line = text.lines().find_map(|line| line.strip_prefix(&name));
            let returns = line.and_then(|line| line.strip_prefix(" returns "));
            match returns {
                None => Judgement::Unanswered,
                Some(value) if value == function.0.to_string() => {
                    Judgement::Judged(Verdict::Agrees)
                }
                Some(value) => Judgement::Judged(Verdict::WrongValue(Difference {
                    index: Some(0),
                    place: Some(format!("result of {name}")),
                    expected: Some(function.0.to_string()),
                    actual: Some(value.to_owned()),
                    varies: false,
                    class: None,
                })),
            }
        };
        self.0.iter().map(judged).collect()
    }
}

/// A language judges transformed text itself, all functions at once, and names the place in its own terms.
#[test]
fn transformed_text_is_judged_by_its_language() {
    let scratch = Scratch::new().unwrap();
    let ask = Ask {
        backend: &backend(Toolchains::discover().found.swap_remove(0)),
        scratch: &scratch,
        compiler: &Limits::for_compiler(),
        program: &Limits::for_program(),
    };
    let functions: Vec<Function> = (0..3).map(Function).collect();
    let subjects: Vec<&dyn Subject> = functions.iter().map(|it| it as &dyn Subject).collect();
    let batch = subjects[0].batch(&subjects);
    let dialect = ask.backend.toolchain.dialect();
    let text = batch.text(Form::Fast, &dialect).unwrap();
    let mut testing = Testing {
        subjects: &subjects,
        all_fit: true,
        ask: &ask,
        hurried: None,
        spent: &mut Spent::default(),
        confirms: false,
        tell: &mut |_, _| {},
        batched: Batched {
            verdicts: vec![Verdict::Agrees; 3],
            ..Batched::default()
        },
    };
    let group = Group {
        first: 0,
        subjects: &subjects,
        batch: &*batch,
        text: &text,
    };
    let transformed = text.replace("f1 returns 1", "f1 returns 7");
    let answer = kvant_toolchain::Answer::Transformed(transformed);
    let Next::Judge(answered) = Next::after(&answer) else {
        panic!("transformed text is complete");
    };
    testing.judge(&group, &answered).unwrap();
    let details: Vec<String> = testing
        .batched
        .verdicts
        .iter()
        .map(Verdict::detail)
        .collect();
    let says = "observation 0 (result of f1): expected `1`, got `7`";
    assert_eq!(details, ["", says, ""]);
}
