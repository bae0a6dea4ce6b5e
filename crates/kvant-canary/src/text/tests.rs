//! The reader's result is the program that was printed, and other text is an error.

use kvant_campaign::{Form as Written, Subject as _};
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir::{BinOp, Callee, Mutability, Program as Mir, Rvalue, Statement, Terminator};
use kvant_mir::{parse, print};
use kvant_mir_gen::GenConfig;
use kvant_toolchain::{Answer, Backend, Compilation, Limits, OptLevel, Scratch, Toolchains, run};

use super::*;

/// Generated programs of several sizes, the largest last.
fn grown() -> Vec<MirSubject> {
    let sized = |seeds: std::ops::Range<u64>, size: usize| {
        let config = GenConfig::default().sized(size..=size);
        seeds.map(move |seed| from_seed(seed, &config).unwrap())
    };
    sized(0..30, 150).chain(sized(30..34, 1500)).collect()
}

fn read(source: &str) -> Text<'_> {
    Text::read(source).unwrap().expect("it is one of ours")
}

/// The program that was read is the one that was printed.
fn compare(read: &Program<'_>, printed: &Mir) {
    assert_eq!(read.functions.len(), printed.functions.len());
    assert_eq!(read.entry, printed.entry.index());
    for (function, printed) in read.functions.iter().zip(&printed.functions) {
        assert_eq!(function.name, printed.name);
        assert_eq!(function.blocks.len(), printed.blocks.len());
        for (block, printed) in function.blocks.iter().zip(&printed.blocks) {
            let terminator = printed.terminator.as_ref().unwrap();
            let targets: Vec<usize> = match terminator {
                Terminator::Goto(target) | Terminator::Call { target, .. } => {
                    vec![target.index()]
                }
                Terminator::Switch {
                    arms, otherwise, ..
                } => {
                    let arms = arms.iter().map(|(_, target)| target.index());
                    arms.chain([otherwise.index()]).collect()
                }
                Terminator::Return | Terminator::Unreachable => Vec::new(),
            };
            assert_eq!(block.targets, targets, "{}", function.name);
            let observes = matches!(
                terminator,
                Terminator::Call {
                    callee: Callee::Observe { .. },
                    ..
                }
            );
            assert_eq!(observes, matches!(block.end, End::Observe(_)));
            assert_eq!(
                block.end == End::Return,
                matches!(terminator, Terminator::Return)
            );
        }
    }
    for (from, function) in printed.functions.iter().enumerate() {
        for (n, block) in function.blocks.iter().enumerate() {
            if let Some(Terminator::Call {
                callee: Callee::Function(to),
                ..
            }) = &block.terminator
            {
                let name = printed.functions[to.index()].name.as_str();
                let read = &read.functions[from].blocks[n];
                assert_eq!(read.end, End::Call(name));
            }
        }
    }
}

#[test]
fn printed_programs_are_read() {
    let subjects = grown();
    for subject in &subjects {
        for (written, form) in [
            (Written::Readable, Form::Alone),
            (Written::Fast, Form::Alone),
            (Written::ConstEval, Form::ConstEval),
        ] {
            let source = subject.text(written, None);
            let text = read(&source);
            assert_eq!(text.form, form);
            assert_eq!(text.programs.len(), 1);
            compare(&text.programs[0], &subject.program);
        }
    }
    let parts = subjects.iter().enumerate();
    let parts: Vec<String> = parts.map(|(n, each)| each.part(n, None).unwrap()).collect();
    let source = subjects[0].joined(&parts);
    let text = read(&source);
    assert_eq!(text.form, Form::Batch);
    assert_eq!(text.programs.len(), subjects.len());
    for (n, (program, subject)) in text.programs.iter().zip(&subjects).enumerate() {
        assert_eq!(program.module, Some(format!("p{n}").as_str()));
        compare(program, &subject.program);
    }
}

/// The programs of the corpus have names of their own.
#[test]
fn hand_written_programs_are_read() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/defined");
    let mut count = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let file = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let program = parse::program(&file).unwrap().program;
        for form in [print::Form::Readable, print::Form::Fast] {
            let source = print::program(&program, &form, print::Version::NEWEST, "");
            compare(&read(&source).programs[0], &program);
        }
        count += 1;
    }
    assert!(count > 100, "the corpus is there");
}

/// The number that stands in the text at a site.
fn number(source: &str, site: Site<'_>) -> u32 {
    let (_, arguments) = source[site.at..].split_once('(').unwrap();
    arguments.split_once("_u32").unwrap().0.parse().unwrap()
}

#[test]
fn certain_sites_are_reached() {
    let (mut certain, mut loops) = (0, 0);
    for subject in grown() {
        let source = subject.text(Written::Fast, None);
        let text = read(&source);
        let sites = text.programs[0].certain_sites();
        assert!(!sites.is_empty(), "{}", subject.name);
        for (function, site) in sites {
            let number = number(&source, site);
            let mut observed = subject.trace.observations.iter();
            let observation = observed.find(|each| each.site == number);
            let observation = observation.unwrap_or_else(|| panic!("{}", subject.name));
            assert_eq!(observation.function.index(), function);
            certain += 1;
            loops += u32::from(text.programs[0].functions[function].has_loop());
        }
    }
    assert!(certain > 400 && loops > 20, "{certain}, {loops}");
}

/// The construct that an rvalue is.
fn construct(rvalue: &Rvalue) -> Option<Construct> {
    Some(match rvalue {
        Rvalue::Checked(..) => Construct::CheckedArithmetic,
        Rvalue::Discriminant(_) => Construct::Discriminant,
        Rvalue::Binary(BinOp::Div, ..) => Construct::Division,
        Rvalue::Binary(BinOp::Eq, ..) => Construct::Equality,
        Rvalue::Binary(BinOp::Shl, ..) => Construct::ShiftLeft,
        Rvalue::Ref(Mutability::Mut, _) => Construct::MutableReference,
        Rvalue::Offset(..) => Construct::PointerOffset,
        _ => return None,
    })
}

#[test]
fn constructs_are_where_they_were_printed() {
    let all = [
        Construct::CheckedArithmetic,
        Construct::Discriminant,
        Construct::Division,
        Construct::Equality,
        Construct::MutableReference,
        Construct::PointerOffset,
        Construct::ShiftLeft,
    ];
    let (mut there, mut absent) = ([0; 7], [0; 7]);
    for subject in grown() {
        for form in [Written::Readable, Written::Fast, Written::ConstEval] {
            let source = subject.text(form, None);
            let functions = &read(&source).programs[0].functions;
            for (read, printed) in functions.iter().zip(&subject.program.functions) {
                let statements = printed.blocks.iter().flat_map(|block| &block.statements);
                let has: Vec<Construct> = statements
                    .filter_map(|statement| match statement {
                        Statement::Assign(_, rvalue) => construct(rvalue),
                        _ => None,
                    })
                    .collect();
                for (n, each) in all.into_iter().enumerate() {
                    let (name, expected) = (&subject.name, has.contains(&each));
                    assert_eq!(read.has(each), expected, "{name} {form:?} {each:?}");
                    there[n] += u32::from(expected);
                    absent[n] += u32::from(!expected);
                }
            }
        }
    }
    let enough = |counts: [u32; 7]| counts.into_iter().all(|count| count > 20);
    assert!(enough(there) && enough(absent), "{there:?} {absent:?}");
}

#[test]
fn other_texts_are_not_read() {
    for other in ["", "fn main() {}", "mod p0 {}\nmod kvant {\n}\n"] {
        assert!(Text::read(other).unwrap().is_none(), "{other}");
    }
}

/// A change of the printer is noticed wherever a canary depends on its format.
#[test]
fn another_format_is_an_error() {
    let subject = grown().pop().unwrap();
    let batch = subject.joined(&[subject.part(0, None).unwrap()]);
    let fast = subject.text(Written::Fast, None);
    let readable = subject.text(Written::Readable, None);
    for (source, from, to) in [
        (&fast, "\nmod kvant {", "\nmod prelude {"),
        (&fast, "kvant::run(|| ", "kvant::go(|| "),
        (&fast, "fn entry(", "fn begin("),
        (&fast, "#[custom_mir(", "#[mir("),
        (&fast, "Return()", "Back()"),
        (&fast, "Goto(bb", "Goto(block"),
        (&fast, "Call(_", "call(_"),
        (&fast, "ReturnTo(", "Then("),
        (&fast, "{StorageLive(", "({StorageLive("),
        (&fast, "_0}}}}}", "_0}}}}} "),
        (&readable, "bb1 = {", "bb1: {"),
        (&readable, "mir! {", "mir!({"),
        (&batch, "pub fn kvant_run() {", "pub fn run() {"),
    ] {
        assert!(source.contains(from), "{from}");
        let changed = source.replace(from, to);
        assert!(Text::read(&changed).is_err(), "{from}");
    }
    let changed = fast.replace("kvant::observe_u64(", "kvant::observe_unit(");
    let text = read(&changed);
    let unit = text.sites().find(|site| site.ty == "unit").unwrap();
    assert!(text.change(&[unit], Observer::Wrong).is_err());
    assert!(text.change(&[], Observer::Wrong).is_err());
}

#[test]
fn only_the_sites_change() {
    let source = grown().pop().unwrap().text(Written::Fast, None);
    let text = read(&source);
    let sites: Vec<Site<'_>> = text.sites().collect();
    let changed = text.change(&[sites[2], sites[0]], Observer::Wrong).unwrap();
    assert_eq!(changed.matches(CHANGED).count(), 2);
    // Without the inserted text it is the source again.
    let begin = changed.find(PRELUDE).unwrap() + PRELUDE.len();
    let end = begin + changed.len() - source.len() - 2 * CHANGED.len() + 2 * OBSERVE.len();
    let mut back = changed;
    back.replace_range(begin..end, "");
    assert_eq!(back.replace(CHANGED, OBSERVE), source);
}

/// Every observer compiles for every type, and `Wrong` makes each value wrong.
#[test]
fn changed_texts_compile() {
    let subject = grown().pop().unwrap();
    let toolchain = Toolchains::discover().found.swap_remove(0);
    let dialect = toolchain.dialect();
    let alone = subject.text(Written::Fast, Some(&dialect));
    let batch = subject.joined(&[subject.part(0, Some(&dialect)).unwrap()]);
    let scratch = Scratch::new().unwrap();
    let compile = |source: &str, observer: Observer, flags: &[&str]| {
        let text = read(source);
        let sites: Vec<Site<'_>> = text.sites().collect();
        let types: BTreeSet<&str> = sites.iter().map(|site| site.ty).collect();
        assert_eq!(types.len(), 16, "{types:?}");
        let backend = Backend::build(toolchain.clone(), OptLevel::O0);
        let backend = backend.with(flags.iter().copied());
        let changed = text.change(&sites, observer).unwrap();
        let limits = Limits::for_compiler();
        match backend.compile(&changed, scratch.path(), &limits) {
            Ok(Compilation {
                answer: Answer::Executable(made),
                ..
            }) => made,
            other => panic!("{observer:?}: {other:?}"),
        }
    };
    for observer in [
        Observer::Right,
        Observer::WrongUntraced,
        Observer::Segfault,
        Observer::EndWithCode3,
        Observer::EndEarly,
        Observer::Hang,
    ] {
        for source in [&alone, &batch] {
            compile(source, observer, &["--emit=metadata"]);
        }
    }
    for (source, arguments) in [(&alone, vec!["trace"]), (&batch, vec!["0", "trace"])] {
        let made = compile(source, Observer::Wrong, &[]);
        let run = run(made.executable(), &arguments, &Limits::for_program()).unwrap();
        let printed = String::from_utf8(run.stdout).unwrap();
        let expected = subject.trace();
        assert_eq!(printed.lines().count(), expected.len() + 1);
        for (line, expected) in printed.lines().zip(expected) {
            assert_ne!(line, expected.text);
        }
    }
}
