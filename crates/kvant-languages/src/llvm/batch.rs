//! The judgement about tests that `opt` has transformed.

use kvant_campaign::{Answered, Batch, Difference, Form, Judgement, Subject, Verdict};
use kvant_llvm::combine::{Combiner, Naming, Source, restricted};
use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::Module;
use kvant_llvm::{parse, print};
use kvant_llvm_gen::corpus::kept_names;
use kvant_llvm_gen::{Test, VSCALE};
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Expectation, Finding, Input, Kind, Limits, Ran, Side, Verdict as Refined};
use kvant_record::{Dialect, Request};

use super::refine::{describe, line, words};
use super::subject::LlvmSubject;

/// Descriptions of behaviours are cut off behind so many characters.
const LONGEST: usize = 400;

/// Tests in one module.
pub(super) struct Refining<'a> {
    programs: Vec<&'a LlvmSubject>,
    /// The modules with names that no other program of the batch has, and the names of the functions.
    parts: Vec<(Module, String)>,
}

impl<'a> Refining<'a> {
    pub(super) fn new(programs: &[&'a dyn Subject]) -> Refining<'a> {
        let programs = programs.iter();
        let programs = programs.filter_map(|it| it.as_any()?.downcast_ref::<LlvmSubject>());
        let programs: Vec<&LlvmSubject> = programs.collect();
        let parts = match programs[..] {
            [alone] => vec![(alone.test().module.clone(), alone.test().function.clone())],
            _ => {
                let parts = programs.iter().enumerate();
                let parts = parts.map(|(n, it)| renamed(it.test(), n));
                // Without a name for one of them, there is no text.
                parts.collect::<Option<_>>().unwrap_or_default()
            }
        };
        Refining { programs, parts }
    }
}

/// The module of a test with the number of a program before all names.
fn renamed(test: &Test, n: usize) -> Option<(Module, String)> {
    let (prefix, kept) = (format!("p{n}."), kept_names(&test.module));
    let naming = Naming {
        prefix: &prefix,
        keeps: &|name| kept.contains(name),
    };
    let mut combiner = Combiner::default();
    let function = test.module.names.find(&test.function)?;
    let names = combiner.add_all(&Source::new(&test.module), naming).ok()?;
    let name = combiner.names().get(*names.get(&function)?).to_owned();
    Some((combiner.finish(), name))
}

impl Batch for Refining<'_> {
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String> {
        if let [alone] = self.programs[..] {
            return Some(alone.text(form, Some(dialect)));
        }
        let mut combiner = Combiner::default();
        for (module, _) in &self.parts {
            combiner.add_all(&Source::new(module), Naming::SAME).ok()?;
        }
        (!self.parts.is_empty()).then(|| print::module(&combiner.finish()))
    }

    fn judge(&self, _: &Request, answered: &Answered<'_>) -> Vec<Judgement> {
        let Answered::Transformed(text) = answered else {
            let message = "only the text after a transformation is judged".to_owned();
            let verdict = Judgement::Judged(Verdict::CannotSay { message });
            return vec![verdict; self.programs.len()];
        };
        let target = match parse::module(text) {
            Ok(target) => target,
            Err(error) => {
                let message = format!("its output is not read: {error}");
                let verdict = Judgement::Judged(Verdict::CannotSay { message });
                return vec![verdict; self.programs.len()];
            }
        };
        let layout = DataLayout::parse(target.data_layout().unwrap_or_default());
        let layout = layout.unwrap_or_default();
        let program = Program::new(&target, &layout).with_vscale(VSCALE);
        let parts = self.programs.iter().zip(&self.parts);
        let judged = parts.map(|(subject, (module, function))| {
            let judge = Judge {
                test: subject.test(),
                source: module,
                function,
                target: (&target, &layout, &program),
            };
            Judgement::Judged(judge.verdict())
        });
        judged.collect()
    }
}

/// A test before and after a transformation.
struct Judge<'j> {
    test: &'j Test,
    source: &'j Module,
    function: &'j str,
    target: (&'j Module, &'j DataLayout, &'j Program<'j>),
}

impl Judge<'_> {
    /// The verdict on all inputs: the first difference that neither needs undef nor rests on a disputed rule.
    fn verdict(&self) -> Verdict {
        let (target, layout, program) = self.target;
        if program
            .function(self.function)
            .is_none_or(|it| it.body.is_none())
        {
            let message = "the function is not there any more".to_owned();
            return Verdict::CannotSay { message };
        }
        let source_layout = self.test.layout();
        let source = Program::new(self.source, &source_layout).with_vscale(VSCALE);
        let side = Side {
            program: &source,
            function: self.function,
        };
        let mut silence = None;
        let mut refines = false;
        let mut alone = None;
        for (number, input) in self.test.inputs.iter().enumerate() {
            let expectation = Expectation::new(side, input, Limits::default());
            let mut expectation = match expectation {
                Ok(expectation) => expectation,
                Err(reason) => {
                    silence = silence.or(Some(words::silence(&reason)));
                    continue;
                }
            };
            let mut verdict = expectation.judge(Side {
                program,
                function: self.function,
            });
            if let Refined::Differs(_) = verdict {
                // Unknown functions write to the variables of other programs, too.
                let alone = alone.get_or_insert_with(|| restricted(target, self.source));
                if let Some(module) = alone {
                    let program = Program::new(module, layout).with_vscale(VSCALE);
                    verdict = expectation.judge(Side {
                        program: &program,
                        function: self.function,
                    });
                }
            }
            match verdict {
                Refined::Refines => refines = true,
                Refined::Silent(reason) => silence = silence.or(Some(words::silence(&reason))),
                Refined::Differs(finding) => match doubt(input, &finding) {
                    Some(doubt) => silence = Some(doubt),
                    None => return Verdict::WrongValue(self.difference(number, input, &finding)),
                },
            }
        }
        match (refines, silence) {
            (true, _) => Verdict::Agrees,
            (false, reason) => Verdict::CannotSay {
                message: reason.unwrap_or("there is no input".to_owned()),
            },
        }
    }

    /// The record of a difference.
    fn difference(&self, number: usize, input: &Input, finding: &Finding) -> Difference {
        let (target, ..) = self.target;
        let texts = (print::module(self.source), print::module(target));
        let shown = describe((&texts.0, &texts.1), self.function, input, finding);
        let class = words::class(finding.difference.class);
        let class = match &finding.target {
            Ran::Undefined(rule) => format!("{class} ({})", rule.rule()),
            _ => class.to_owned(),
        };
        let expected = shown.as_ref().and_then(|it| it.expected.first());
        Difference {
            class: Some(class),
            index: Some(number as u64),
            place: shown.as_ref().map(|it| cut(it.arguments.clone())),
            expected: expected.map(|it| cut(line(it))),
            actual: shown.as_ref().map(|it| cut(line(&it.actual))),
            varies: false,
        }
    }
}

/// The reason why a difference is no alarm.
fn doubt(input: &Input, finding: &Finding) -> Option<String> {
    if let Some(rule) = finding.quarantine {
        return Some(format!("a difference may rest on the disputed rule {rule}"));
    }
    let needs_undef = finding.undef || input.kind == Kind::Undef;
    needs_undef.then(|| "a difference needs undef".to_owned())
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}
