//! Tests in LLVM IR, as campaigns use them.

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use kvant_campaign::{Batch, Beyond, Form, InDialect, Shrink, Size, Subject, TraceLine};
use kvant_llvm::dialect::{Version, degrade, pin::Pin};
use kvant_llvm::syntax::Item;
use kvant_llvm::{parse, print};
use kvant_llvm_gen::shrink::{Llvm, Shrinker};
use kvant_llvm_gen::{Role, Test};
use kvant_record::{Dialect, ProgramRef, Request};
use kvant_toolchain::Source;
use kvant_toolchain::drivers::LLVM_IR;
use kvant_toolchain::drivers::llvm::{PASSES, spelled_options};

use super::batch::Refining;
use crate::shrink::Shrinking;

/// A test in LLVM IR.
#[derive(Clone)]
pub struct LlvmSubject(Arc<Inner>);

struct Inner {
    name: String,
    test: Test,
    origin: ProgramRef,
    /// The test in the dialects that were asked for, by their version.
    dialects: Mutex<BTreeMap<u8, Result<LlvmSubject, String>>>,
}

impl LlvmSubject {
    /// A test with its name and the first line of its text.
    pub fn new(name: String, test: Test, origin: ProgramRef) -> LlvmSubject {
        LlvmSubject(Arc::new(Inner {
            name,
            test,
            origin,
            dialects: Mutex::default(),
        }))
    }

    /// The test.
    pub fn test(&self) -> &Test {
        &self.0.test
    }

    /// The text with all lines about the test.
    pub fn written(&self) -> String {
        self.test().text(&self.0.origin.head())
    }

    /// The test as a version reads it. The machine executes the very text that the compiler gets.
    fn for_version(&self, version: Version) -> Result<LlvmSubject, String> {
        let dialects = self.0.dialects.lock();
        let mut dialects = dialects.unwrap_or_else(PoisonError::into_inner);
        let known = dialects.entry(version.number());
        known.or_insert_with(|| self.degraded(version)).clone()
    }

    fn shrinking(&self, shrinker: Shrinker) -> Box<dyn Shrink> {
        let (name, origin) = (self.0.name.clone(), self.0.origin.reduced());
        let subject = move |test: &Test, (): &()| {
            let subject = LlvmSubject::new(name.clone(), test.clone(), origin.clone());
            Box::new(subject) as Box<dyn Subject>
        };
        Box::new(Shrinking::new(shrinker, Box::new(subject)))
    }

    fn degraded(&self, version: Version) -> Result<LlvmSubject, String> {
        let test = self.test();
        let degraded = degrade(&test.module, version).map_err(|it| it.reason)?;
        if let Some(beyond) = degraded.beyond.first() {
            return Err(beyond.reason.clone());
        }
        let (layout, triple) = test.target();
        let pin = Pin {
            version,
            triple: triple.to_owned(),
            layout: layout.to_owned(),
        };
        let text = print::pinned(&degraded.module, &pin)?;
        let module = parse::module(&text).map_err(|it| it.to_string())?;
        let test = Test {
            module,
            ..test.clone()
        };
        let (name, origin) = (self.0.name.clone(), self.0.origin.clone());
        Ok(LlvmSubject::new(name, test, origin))
    }
}

/// The version of LLVM of a dialect: the last one that is known if it is newer.
pub(super) fn version(dialect: &Dialect) -> Option<Version> {
    let newest = u32::from(Version::LAST.number());
    Version::new(dialect.major.min(newest) as u8)
}

impl Subject for LlvmSubject {
    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn language(&self) -> Source {
        LLVM_IR
    }

    fn in_dialect(&self, dialect: &Dialect) -> Result<InDialect, Beyond> {
        let beyond = |feature: String| Beyond {
            feature,
            family: dialect.family.clone(),
        };
        let version = version(dialect).ok_or_else(|| beyond("LLVM IR with `ptr`".to_owned()))?;
        let subject = self.for_version(version).map_err(beyond)?;
        Ok(InDialect::Other(Box::new(subject)))
    }

    fn request<'r>(&self, request: &'r Request, dialect: &Dialect) -> Option<Cow<'r, Request>> {
        let role = Role::ALL.into_iter().find(|it| it.name() == request.mode);
        let Some(role) = role else {
            return Some(Cow::Borrowed(request));
        };
        let options = self.test().options(role)?;
        let flags = spelled_options(options, dialect.major);
        let request =
            Request::in_mode(PASSES).with_flags(flags.into_iter().chain(request.flags.clone()));
        Some(Cow::Owned(request))
    }

    fn text(&self, form: Form, _: Option<&Dialect>) -> String {
        match form {
            Form::Readable => self.written(),
            Form::Fast | Form::ConstEval => print::module(&self.test().module),
        }
    }

    fn summary(&self) -> String {
        format!("kvant {} inputs", self.test().inputs.len())
    }

    fn trace(&self) -> Vec<TraceLine> {
        Vec::new()
    }

    fn control(&self) -> Option<String> {
        Some("define void @f() {\n  ret void\n}\n".to_owned())
    }

    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        Box::new(Refining::new(programs))
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn size(&self) -> Size {
        let mut size = Size::default();
        for item in &self.test().module.items {
            if let Item::Function(function) = item
                && let Some(body) = &function.body
            {
                size.functions += 1;
                size.statements += body.instructions.len();
            }
        }
        size
    }

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        let shrinker = Llvm::shrinker(self.test().clone()).ok()?;
        Some(self.shrinking(shrinker))
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        let shrinker = Llvm::resume(Test::read(best).ok()?, token).ok()?;
        Some(self.shrinking(shrinker))
    }

    fn shape(&self) -> Vec<String> {
        let mut words = BTreeSet::new();
        let module = &self.test().module;
        for item in &module.items {
            if let Item::Function(function) = item
                && let Some(body) = &function.body
            {
                for instruction in &body.instructions {
                    let text = print::instruction(module, body, instruction);
                    words.extend(word(&text).map(str::to_owned));
                }
            }
        }
        words.into_iter().collect()
    }
}

/// The word of an instruction: the operation, or the intrinsic that is called.
fn word(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let text = text.split_once(" = ").map_or(text, |it| it.1);
    if let Some((_, name)) = text.split_once("@llvm.") {
        return name.split(['.', '(']).next();
    }
    let mut words = text.split_whitespace();
    words.find(|it| !matches!(*it, "tail" | "musttail" | "notail"))
}
