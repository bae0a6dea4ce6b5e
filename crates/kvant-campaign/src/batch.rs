//! Several programs through one backend at the price of one compilation.
//!
//! A compiler takes longer to start and to link than it takes for a small program. So programs are put into one text.
//! As long as all goes well, that is all there is to it. What does not go well is found out program by program: a batch
//! that does not compile is split in halves until the culprit is alone, and a program that answers wrongly is tested
//! alone again by [`Ask::test`]. So a disagreement is about one program, as if there were no batches. One that exists only
//! in a batch is told as [`Verdict::OnlyInBatch`], with the text of the batch.

use std::num::NonZero;
use std::ops::Range;
use std::time::Duration;

use kvant_toolchain::{Answer, CompileFailure, Compiled, Exit, Gives, Limits, Run, ToolError};

use crate::compare::{TRACE, failed, form, wrong};
use crate::{Ask, InBatch, Spent, Subject, Verdict};

/// What came of testing several programs at once.
#[derive(Clone, Debug, Default)]
pub struct Batched {
    /// What the backend says about each.
    pub verdicts: Vec<Verdict>,
    /// How often a text was split because it did not compile.
    pub splits: u32,
    /// Processor time of the longest compilation.
    pub longest: Duration,
}

/// Compiles programs in one text, runs each, and compares what it prints with what it must print.
pub fn test_batch(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
) -> Result<Batched, ToolError> {
    together(subjects, ask, spent, true, &mut |_, _| {})
}

/// [`test_batch`] that also reports each bad verdict at once, with its range of programs, before that is narrowed to one.
pub(crate) fn test_batch_telling(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
    tell: &mut dyn FnMut(Range<usize>, &Verdict),
) -> Result<Batched, ToolError> {
    together(subjects, ask, spent, true, tell)
}

/// As [`test_batch`] does, but takes what is seen in the batch for what would be seen without: for whoever looks again at
/// what matters.
pub(crate) fn survey(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
) -> Result<Batched, ToolError> {
    together(subjects, ask, spent, false, &mut |_, _| {})
}

fn together(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
    confirms: bool,
    tell: &mut dyn FnMut(Range<usize>, &Verdict),
) -> Result<Batched, ToolError> {
    let mut testing = Testing {
        subjects,
        ask,
        hurried: None,
        spent,
        confirms,
        tell,
        batched: Batched {
            verdicts: vec![Verdict::Agrees; subjects.len()],
            splits: 0,
            longest: Duration::ZERO,
        },
    };
    testing.group(0, subjects.len())?;
    Ok(testing.batched)
}

struct Testing<'a> {
    subjects: &'a [&'a dyn Subject],
    ask: &'a Ask<'a>,
    /// Limits of the compiler after its first hang.
    hurried: Option<Limits>,
    spent: &'a mut Spent,
    /// True if a program that differs in a batch is tested alone.
    confirms: bool,
    tell: &'a mut dyn FnMut(Range<usize>, &Verdict),
    batched: Batched,
}

/// A text of several programs.
struct Group<'a> {
    /// The number of its first program among all.
    first: usize,
    subjects: &'a [&'a dyn Subject],
    text: &'a str,
}

impl Testing<'_> {
    /// Tests the programs from `first` to before `end`.
    fn group(&mut self, first: usize, end: usize) -> Result<(), ToolError> {
        let subjects = &self.subjects[first..end];
        let Some(text) = self.text(subjects) else {
            for n in first..end {
                self.batched.verdicts[n] = self.alone(self.subjects[n])?;
            }
            return Ok(());
        };
        let group = Group {
            first,
            subjects,
            text: &text,
        };
        match self.compile(group.text)? {
            Answer::Executable(compiled) => self.run(&group, &compiled),
            // Only what is built is asked about batches.
            Answer::Evaluated(_) | Answer::Interpreted { .. } | Answer::Transformed(_) => Ok(()),
            Answer::Failed(failure) => {
                self.batched.splits += 1;
                (self.tell)(first..end, &failed(failure.clone()));
                if let CompileFailure::TimedOut { .. } = failure {
                    self.hurried = Some(hurried(self.ask.compiler));
                }
                let middle = first + subjects.len() / 2;
                self.group(first, middle)?;
                self.group(middle, end)?;
                self.blame_the_batch(&group, failure);
                Ok(())
            }
        }
    }

    /// The text of some programs together, if there is one and it is worth while.
    fn text(&self, subjects: &[&dyn Subject]) -> Option<String> {
        let backend = self.ask.backend;
        if subjects.len() < 2 || backend.gives() != Gives::Executable {
            return None;
        }
        let version = Some(backend.toolchain.dialect().minor);
        let parts = subjects.iter().enumerate();
        let parts = parts.map(|(n, subject)| subject.part(n, version));
        let parts: Vec<String> = parts.collect::<Option<_>>()?;
        Some(subjects.first()?.batch(&parts))
    }

    fn compile(&mut self, text: &str) -> Result<Answer, ToolError> {
        let mut spent = Spent::default();
        let compiler = self.hurried.as_ref().unwrap_or(self.ask.compiler);
        let ask = Ask {
            compiler,
            ..*self.ask
        };
        let answer = ask.compile(text, &mut spent);
        self.spend(spent);
        answer
    }

    fn alone(&mut self, subject: &dyn Subject) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let form = form(self.ask.backend);
        let compiler = self.hurried.as_ref().unwrap_or(self.ask.compiler);
        let ask = Ask {
            compiler,
            ..*self.ask
        };
        let verdict = ask.test(subject, form, &mut spent);
        self.spend(spent);
        verdict
    }

    /// Takes note of one compilation and what came of it.
    fn spend(&mut self, spent: Spent) {
        *self.spent += spent;
        self.batched.longest = self.batched.longest.max(spent.compilers);
    }

    /// The compiler failed on a text and takes each half of it. That is a failure all the same, unless there was simply too
    /// much to do; it is told of the first program.
    fn blame_the_batch(&mut self, group: &Group<'_>, failure: CompileFailure) {
        let all = group.first..group.first + group.subjects.len();
        let innocent = !self.batched.verdicts[all].iter().any(Verdict::is_bad);
        let too_much = matches!(
            failure,
            CompileFailure::TimedOut { .. } | CompileFailure::OverLimit { .. }
        );
        if innocent && !too_much {
            self.batched.verdicts[group.first] = group.only_here(0, failed(failure));
        }
    }

    /// Runs all programs of a batch in one process, those that it does not come to in one each, and tests alone who does
    /// not answer as it must.
    fn run(&mut self, group: &Group<'_>, compiled: &Compiled) -> Result<(), ToolError> {
        let ran = self.ask.run(compiled, &[], self.spent)?;
        let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
        let mut answers = printed.lines();
        // All have answered, and somebody spoils the end of the process: each has to end one by itself.
        let spoilt = ran.exit != Exit::Code(0) && answers.clone().count() >= group.subjects.len();
        let mut ended = spoilt;
        let mut innocent = true;
        for n in 0..group.subjects.len() {
            let said = if ended {
                // Somebody before it ended the process, or is going to.
                self.in_own_process(n, compiled)?
            } else {
                let answer = answers.next().map(str::to_owned);
                ended = answer.is_none();
                let exit = if ended { ran.exit } else { Exit::Code(0) };
                Said { answer, exit }
            };
            if !said.agrees(n, group.subjects[n]) {
                self.confirm(group, n, compiled, said.exit)?;
                innocent = false;
            }
        }
        if spoilt && innocent {
            let last = group.subjects.len() - 1;
            self.confirm(group, last, compiled, ran.exit)?;
        }
        Ok(())
    }

    /// Tests a program alone that did not answer as it must, or ended the process in this way.
    fn confirm(
        &mut self,
        group: &Group<'_>,
        n: usize,
        compiled: &Compiled,
        exit: Exit,
    ) -> Result<(), ToolError> {
        let alone = match self.confirms {
            true => Some(self.alone(group.subjects[n])?),
            false => None,
        };
        let verdict = match alone {
            Some(alone) if alone.is_bad() => alone,
            alone => {
                let traced = [&n.to_string(), TRACE];
                let traced = self.ask.run(compiled, &traced, self.spent)?;
                let here = wrong(group.subjects[n], exit, &traced);
                match alone {
                    Some(_) => group.only_here(n, here),
                    None => here,
                }
            }
        };
        self.batched.verdicts[group.first + n] = verdict;
        Ok(())
    }

    fn in_own_process(&mut self, n: usize, compiled: &Compiled) -> Result<Said, ToolError> {
        let Run { exit, stdout, .. } = self.ask.run(compiled, &[&n.to_string()], self.spent)?;
        let printed = String::from_utf8_lossy(&stdout);
        let answer = printed.lines().next().map(str::to_owned);
        Ok(Said { answer, exit })
    }
}

/// Limits of a compiler after its first hang. The processor time is a few times that of the largest batch; the confirmation of
/// a disagreement has one run with the full limits.
pub(crate) fn hurried(limits: &Limits) -> Limits {
    let cpu = HURRY.min(limits.cpu);
    Limits {
        cpu,
        wall: (3 * cpu).min(limits.wall),
        ..limits.clone()
    }
}

const HURRY: Duration = Duration::from_secs(10);

impl Group<'_> {
    fn only_here(&self, part: usize, verdict: Verdict) -> Verdict {
        Verdict::OnlyInBatch(Box::new(InBatch {
            verdict,
            text: self.text.to_owned(),
            part,
            parts: self.subjects.len(),
        }))
    }
}

/// What a program of a batch printed, and how the process ended with it.
struct Said {
    answer: Option<String>,
    exit: Exit,
}

impl Said {
    fn agrees(&self, n: usize, subject: &dyn Subject) -> bool {
        let expected = format!("p{n} {}", subject.summary());
        self.exit == Exit::Code(0) && self.answer.as_ref() == Some(&expected)
    }
}

/// How many programs are put into one batch.
///
/// A compiler takes a tenth of a second for each text, so more save more. Beyond a few seconds they save nothing: that
/// tenth is hardly seen any more, and what the compiler has in hand no longer fits into the processor's caches. Of
/// programs of 300 statements 64 cost least, of 1,000 about 16 to 32, of 7,500 about 4; twice as many cost some
/// percent more. And a batch that fails costs as much again. So batches grow while they go well and compile within a
/// few seconds, and shrink after one was split.
#[derive(Clone, Copy, Debug)]
pub struct BatchSize {
    now: usize,
    fixed: bool,
}

impl BatchSize {
    /// With so many to begin with: not too many even if they are large.
    const FIRST: usize = 4;
    /// Beyond this there is nothing left to save.
    const MOST: usize = 64;
    /// How long a compilation should take at most, in processor time.
    const LONG: Duration = Duration::from_secs(5);
    /// How many times larger the next batch may be. The time of a small one is mostly that of starting the compiler, so
    /// what is learnt from it errs on the safe side; still it is not carried further than this.
    const GROWTH: usize = 16;

    /// Always `fixed` many, or as many as seems good.
    pub fn new(fixed: Option<NonZero<usize>>) -> BatchSize {
        BatchSize {
            now: fixed.map_or(BatchSize::FIRST, NonZero::get),
            fixed: fixed.is_some(),
        }
    }

    /// How many to take next.
    pub fn get(&self) -> usize {
        self.now
    }

    /// Takes note of how it went with a batch of `programs`.
    pub fn learn(&mut self, programs: usize, batched: &Batched) {
        if self.fixed || programs == 0 {
            return;
        }
        if batched.splits > 0 {
            self.now = (self.now / 2).max(1);
            return;
        }
        let each = batched.longest.as_secs_f64() / programs as f64;
        let affordable = (BatchSize::LONG.as_secs_f64() / each.max(1e-6)) as usize;
        let most = BatchSize::MOST.min(programs.max(self.now) * BatchSize::GROWTH);
        self.now = affordable.clamp(1, most);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kvant_toolchain::drivers::RUST;
    use kvant_toolchain::{Backend, Limits, OptLevel, Scratch, Source, Toolchains};

    use super::*;
    use crate::{Form, Kind, Outcome, TraceLine, classify};

    /// A program of plain Rust. What it does alone and what it does in a batch may be different things.
    struct Plain {
        name: &'static str,
        alone: &'static str,
        together: &'static str,
    }

    const FINE: &str = "";
    const WRONG: &str = "value = 7;";
    const CRASH: &str = "std::process::abort();";
    const SPOILS: &str = "extern \"C\" { fn atexit(f: extern \"C\" fn()) -> i32; } \
        extern \"C\" fn spoil() { std::process::abort() } unsafe { atexit(spoil); }";
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

    /// A function that says what it observes.
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

        fn text(&self, _: Form, _: Option<u32>) -> String {
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

        fn part(&self, n: usize, _: Option<u32>) -> Option<String> {
            Some(format!("mod p{n} {{ {} }}\n", observing(self.together)))
        }

        fn batch(&self, parts: &[String]) -> String {
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

    fn tested(subjects: &[Plain]) -> (Batched, Spent) {
        let toolchain = Toolchains::discover().found.swap_remove(0);
        let scratch = Scratch::new().unwrap();
        let ask = Ask {
            backend: &backend(toolchain),
            scratch: &scratch,
            compiler: &Limits::for_compiler(),
            program: &Limits::for_program(),
        };
        let subjects: Vec<&dyn Subject> =
            subjects.iter().map(|each| each as &dyn Subject).collect();
        let mut spent = Spent::default();
        let batched = test_batch(&subjects, &ask, &mut spent).unwrap();
        assert_eq!(batched.verdicts.len(), subjects.len());
        (batched, spent)
    }

    fn backend(toolchain: Arc<kvant_toolchain::Toolchain>) -> Backend {
        Backend::build(toolchain, OptLevel::O3)
    }

    /// The names of the verdicts on programs that do these things.
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
    fn a_crash_loses_nobody_elses_answer() {
        let says = vec!["agrees", "program crash", "agrees", "wrong value", "agrees"];
        assert_eq!(names(&[FINE, CRASH, FINE, WRONG, FINE]), (says, 0));
        let says = vec!["program crash", "agrees", "program crash"];
        assert_eq!(names(&[CRASH, FINE, CRASH]), (says, 0));
    }

    #[test]
    fn who_spoils_the_end_is_found_although_all_answer() {
        let says = vec!["agrees", "program crash", "agrees"];
        assert_eq!(names(&[FINE, SPOILS, FINE]), (says, 0));
    }

    #[test]
    fn a_batch_that_does_not_compile_is_split_until_the_culprit_is_alone() {
        let says = vec!["agrees", "agrees", "rejected", "agrees", "agrees"];
        assert_eq!(names(&[FINE, FINE, REJECTED, FINE, FINE]), (says, 2));
    }

    #[test]
    fn what_is_seen_only_in_a_batch_is_told_with_the_batch() {
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
        // It compiles alone and does not compile together.
        let (batched, _) = tested(&[fine(), odd(REJECTED), fine()]);
        let bad: Vec<_> = batched
            .verdicts
            .iter()
            .filter(|each| each.is_bad())
            .collect();
        assert!(
            matches!(bad[..], [Verdict::OnlyInBatch(seen)] if seen.verdict.name() == "rejected")
        );
    }

    #[test]
    fn batches_grow_while_they_go_well() {
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
}
