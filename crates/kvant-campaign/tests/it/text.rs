//! Backends that give text, and programs that complete requests: with a shell script as `opt`, and functions that return a number.

use std::any::Any;
use std::borrow::Cow;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;

use kvant_campaign::bisect::{Bisector, Blame, Found};
use kvant_campaign::{
    Answered, Ask, BackendSet, Batch, BatchSize, Difference, Examined, Form, Judgement, Kind,
    Spent, Subject, Told, TraceLine, Verdict, completed, headline, observed,
};
use kvant_record::{Dialect, Request};
use kvant_toolchain::drivers::llvm::{DONOR, OWN, PASSES};
use kvant_toolchain::drivers::{LLVM_IR, OPT};
use kvant_toolchain::{
    Backend, Cache, Cancel, Driver as _, Exit, Limits, OptLevel, Scratch, Source, Toolchain,
    Toolchains, run_script,
};

/// A function that returns its number, with the passes that it was written for.
struct Function {
    number: u32,
    passes: &'static str,
}

fn function(number: u32, passes: &'static str) -> Box<dyn Subject> {
    Box::new(Function { number, passes })
}

impl Subject for Function {
    fn name(&self) -> String {
        format!("f{}", self.number)
    }

    fn language(&self) -> Source {
        LLVM_IR
    }

    fn request<'r>(&self, request: &'r Request, dialect: &Dialect) -> Option<Cow<'r, Request>> {
        assert_eq!((dialect.family.as_str(), dialect.major), ("opt", 19));
        match request.mode.as_str() {
            OWN => {
                let passes = format!("-passes={}", self.passes);
                let request =
                    Request::in_mode(PASSES).with_flags([passes, "-some-option=4".into()]);
                Some(Cow::Owned(request))
            }
            DONOR => None,
            _ => Some(Cow::Borrowed(request)),
        }
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        format!("define i32 @f{0}() {{\n  ret i32 {0}\n}}\n", self.number)
    }

    fn summary(&self) -> String {
        self.number.to_string()
    }

    fn trace(&self) -> Vec<TraceLine> {
        Vec::new()
    }

    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        let own = |subject: &&'a dyn Subject| subject.as_any()?.downcast_ref::<Function>();
        Box::new(Functions(programs.iter().filter_map(own).collect()))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

struct Functions<'a>(Vec<&'a Function>);

impl Batch for Functions<'_> {
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String> {
        let texts = self.0.iter().map(|it| it.text(form, Some(dialect)));
        Some(texts.collect())
    }

    fn judge(&self, request: &Request, answered: &Answered<'_>) -> Vec<Judgement> {
        assert_ne!(request.mode, OWN, "requests are complete");
        let Answered::Transformed(text) = answered else {
            return Vec::new();
        };
        let judged = |it: &&Function| match text.contains(&it.text(Form::Fast, None)) {
            true => Judgement::Judged(Verdict::Agrees),
            false => Judgement::Judged(Verdict::WrongValue(Difference::default())),
        };
        self.0.iter().map(judged).collect()
    }
}

/// An `opt` of version 19 that notes its arguments. The pass `wrong` changes the number 7, `crash` crashes on the number 5.
const SCRIPT: &str = r#"#!/bin/sh
[ "$1" = --version ] && { printf 'LLVM (http://llvm.org/):\n  LLVM version 19.1.7\n  Optimized build.\n'; exit; }
echo "$*" >>"${0%/*}/asked"
limit= passes=
while [ $# -gt 0 ]; do
    case $1 in
    -passes=*) passes=${1#-passes=} ;;
    -opt-bisect-limit=*) limit=${1#*=} ;;
    -o) output=$2; shift ;;
    -*) ;;
    *) source=$1 ;;
    esac
    shift
done
cp "$source" "$output" || exit 1
n=0
for pass in $(echo "$passes" | tr , ' '); do
    n=$((n + 1))
    if [ -n "$limit" ]; then
        [ $n -le "$limit" ] || { echo "BISECT: NOT running pass ($n) $pass on f7" >&2; continue; }
        echo "BISECT: running pass ($n) $pass on f7" >&2
    fi
    case $pass in
    wrong) sed 's/ret i32 7$/ret i32 8/' "$source" >"$output" ;;
    crash) if grep -q 'i32 5' "$source"; then
        printf 'PLEASE submit a bug report\nStack dump:\n1.\tRunning pass "function(sroa,crash)" on module "program.ll"\n' >&2
        printf '2.\tRunning pass "crash" on function "f5"\n#4 0x0001 llvm::Crash::run(llvm::Function&) (/lib/x.so+0x1)\n' >&2
        kill -SEGV $$
    fi ;;
    unknown) echo "$0: unknown pass name 'unknown'" >&2; exit 1 ;;
    esac
done
"#;

struct Place {
    folder: Scratch,
    opt: Arc<Toolchain>,
}

impl Place {
    fn new() -> Place {
        let folder = Scratch::new().unwrap();
        let path = folder.path().join("opt");
        fs::write(&path, SCRIPT).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let opt = Arc::new(OPT.probe(&path, &[], &Cache::default()).unwrap());
        Place { folder, opt }
    }

    /// The pipelines that it was asked for so far.
    fn asked(&self) -> Vec<String> {
        let asked = fs::read_to_string(self.folder.path().join("asked")).unwrap_or_default();
        let pipeline = |line: &str| Some(line.split(' ').nth(1)?.to_owned());
        asked.lines().filter_map(pipeline).collect()
    }

    fn set(&self) -> BackendSet {
        let backends = [
            Backend::in_mode(Arc::clone(&self.opt), OWN),
            Backend::in_mode(Arc::clone(&self.opt), DONOR),
            Backend::build(Arc::clone(&self.opt), OptLevel::O3),
        ];
        let references = self.opt.references();
        BackendSet::new(backends.to_vec(), references, &Cancel::new())
    }

    fn examined(&self, subjects: &[Box<dyn Subject>]) -> (Vec<Examined>, Vec<(String, usize)>) {
        let mut heard = Vec::new();
        let examined = self
            .set()
            .examine(subjects, &mut BatchSize::new(None), &mut |told| {
                if let Told::Heard(told) = told
                    && told.number.is_some()
                {
                    heard.push((told.backend.name(), told.verdicts.len()));
                }
            });
        (examined.unwrap(), heard)
    }
}

fn names(examined: &Examined) -> Vec<String> {
    let outcomes = examined.outcomes.iter();
    let outcomes = outcomes.map(|it| format!("{}: {}", it.backend.request, it.verdict.name()));
    outcomes.collect()
}

/// Programs with the same complete request are one text. Counters are those of the backends in the set, and outcomes those of
/// the complete ones.
#[test]
fn programs_complete_requests_and_are_grouped_by_them() {
    let place = Place::new();
    let passes = ["gvn", "sroa,gvn", "gvn", "sroa,gvn", "gvn"];
    let subjects: Vec<_> = (0..)
        .zip(passes)
        .map(|(n, it)| function(10 + n, it))
        .collect();
    let (examined, heard) = place.examined(&subjects);
    // No program has options for `donor`.
    let expected = [("opt-19.1.7-own", 5), ("opt-19.1.7-O3", 5)];
    assert_eq!(
        heard,
        expected.map(|(name, count)| (name.to_owned(), count))
    );
    let asked = ["-passes=gvn", "-passes=sroa,gvn", "-passes=default<O3>"];
    assert_eq!(place.asked(), asked);
    for (examined, passes) in examined.iter().zip(passes) {
        let own = format!("passes -passes={passes} -some-option=4: agrees");
        assert_eq!(names(examined), [own, "O3: agrees".to_owned()]);
        assert!(examined.findings.is_empty());
    }
}

/// A wrong text is confirmed with the complete backend. Its finding needs no knowledge of programs that complete requests.
#[test]
fn a_wrong_text_is_confirmed_recorded_and_bisected() {
    let place = Place::new();
    let subjects = [
        function(6, "sroa,wrong,gvn"),
        function(7, "sroa,wrong,gvn"),
        function(8, "gvn"),
    ];
    let (examined, _) = place.examined(&subjects);
    assert!(examined[0].findings.is_empty() && examined[2].findings.is_empty());
    let own = "passes -passes=sroa,wrong,gvn -some-option=4";
    let says = [
        format!("{own}: wrong value"),
        "O3: agrees".into(),
        "O0: agrees".into(),
    ];
    assert_eq!(names(&examined[1]), says);
    let [finding] = &examined[1].findings[..] else {
        panic!("{:?}", examined[1].findings.len());
    };
    assert_eq!(finding.kind, Kind::WrongValue);
    let record = finding.record();
    let recorded = &record.failing()[0].backend;
    assert_eq!(recorded.request.to_string(), own);
    let toolchains = [Arc::clone(&place.opt)];
    let again = kvant_campaign::backend_again(recorded, &toolchains).unwrap();
    assert_eq!(
        Backend::named(&again.name(), &toolchains),
        Some(again.clone())
    );

    // The script cannot execute a text, and says so.
    let folder = place.folder.path().join("files");
    fs::create_dir(&folder).unwrap();
    for (name, text) in finding.files(&*subjects[1]) {
        fs::write(folder.join(name), text).unwrap();
    }
    let script = folder.join("reproduce.sh");
    let text = fs::read_to_string(&script).unwrap();
    assert!(
        text.contains("-passes=sroa,wrong,gvn -some-option=4 "),
        "{text}"
    );
    let run = run_script(&script, &[], &Limits::for_compiler()).unwrap();
    let printed = String::from_utf8_lossy(&run.stdout);
    assert_eq!(run.exit, Exit::Code(2), "{printed}");
    assert!(printed.contains("only kvant can tell"), "{printed}");

    // Neither the other passes nor the option are needed.
    let known = Toolchains::default();
    let bisector = Bisector::new(&known, toolchains.to_vec(), &Cancel::new());
    let open = Backend::in_mode(Arc::clone(&place.opt), OWN);
    let verdict = &finding.failing().next().unwrap().verdict;
    let found = bisector.run(&*subjects[1], &open, verdict, &mut |_| {});
    let found = found.unwrap().unwrap();
    assert_eq!(found.begun, again);
    assert_eq!(found.needed.request.to_string(), "passes -passes=wrong");
    assert_eq!(found.level, None);
    let Some(Blame::Culprit(culprit)) = found.blame("llvm") else {
        panic!("{:?}", found.parts);
    };
    assert_eq!(
        (&*culprit.pass, &*culprit.on, culprit.firm),
        ("wrong", "f7", true)
    );
    assert_eq!(culprit.how, Found::ByLimit { number: 1, of: 1 });
    let code = culprit.code.as_ref().unwrap();
    let after = code.after.as_deref().unwrap_or_default();
    assert!(
        code.before.contains("ret i32 7") && after.contains("ret i32 8"),
        "{code:?}"
    );
}

/// An unknown pass says nothing about programs, and is not searched for in halves of the batch.
#[test]
fn unknown_options_are_no_findings() {
    let place = Place::new();
    let subjects = [5, 6, 7].map(|n| function(n, "unknown"));
    let (examined, _) = place.examined(&subjects);
    for examined in &examined {
        let own = "passes -passes=unknown -some-option=4: cannot say";
        assert_eq!(names(examined), [own, "O3: agrees"]);
        assert!(examined.findings.is_empty());
    }
    assert_eq!(place.asked(), ["-passes=unknown", "-passes=default<O3>"]);
}

/// Crashes are distinguished by the innermost pass and the first frames, whatever pipeline the pass is in.
#[test]
fn a_crash_is_recognised_in_every_pipeline() {
    let place = Place::new();
    let signature = |passes: &'static str| {
        let (examined, _) = place.examined(&[function(5, passes), function(6, passes)]);
        assert!(examined[1].findings.is_empty());
        let [finding] = &examined[0].findings[..] else {
            panic!("{}", examined[0].findings.len());
        };
        assert_eq!(finding.kind, Kind::CompilerCrash);
        finding.signature.clone()
    };
    let says = "compiler crash: SIGSEGV | in crash | llvm::Crash::run";
    assert_eq!(signature("crash"), says);
    assert_eq!(signature("sroa,crash"), says);
}

/// A program that does not complete a request is not tested, and a text is no output.
#[test]
fn verdicts_say_what_cannot_be_done() {
    let place = Place::new();
    let scratch = Scratch::new().unwrap();
    let limits = Limits::for_compiler();
    let subject = function(7, "gvn");
    let said = |backend: &Backend| {
        let ask = Ask {
            backend,
            scratch: &scratch,
            compiler: &limits,
            program: &limits,
        };
        let tested = ask.test(&*subject, Form::Fast, &mut Spent::default());
        let observed = observed(&*subject, ask).unwrap().unwrap_err();
        [headline(&tested.unwrap()), headline(&observed)]
    };
    let donor = Backend::in_mode(Arc::clone(&place.opt), DONOR);
    assert_eq!(completed(&donor, &*subject), None);
    let none = "the program has no options for the mode `donor`";
    assert_eq!(said(&donor), [none, none]);
    assert_eq!(place.asked(), [""; 0]);
    let level = Backend::build(Arc::clone(&place.opt), OptLevel::O2);
    assert_eq!(said(&level), ["", ""]);
}
