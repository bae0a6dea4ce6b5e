//! Tests: functions with inputs on which they are defined.

use std::fmt::{self, Write as _};

use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::Module;
use kvant_llvm::{check, parse, print};
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Input, Options, Side, find, text};

use crate::corpus::functions;

/// The factor for scalable vectors in tests.
pub const VSCALE: u32 = 2;

/// A function with everything that it needs, and inputs on which it is defined.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The function and everything that it needs, with a data layout and a triple.
    pub module: Module,
    /// The name of the function.
    pub function: String,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The passes that it is meant for.
    pub pipelines: Vec<Pipeline>,
}

/// Options of `opt` that a test is meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// Its role.
    pub role: Role,
    /// The options: `-passes=gvn`, `-force-vector-width=4`.
    pub options: Vec<String>,
}

/// The role of a pipeline for a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// That of the test which the host is from.
    Own,
    /// That of the test which a donor is from.
    Donor,
    /// One pass.
    Single,
    /// Some passes in a row.
    Sequence,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 4] = [Role::Own, Role::Donor, Role::Single, Role::Sequence];

    /// The name, which is that of a mode of requests.
    pub fn name(self) -> &'static str {
        match self {
            Role::Own => "own",
            Role::Donor => "donor",
            Role::Single => "single",
            Role::Sequence => "sequence",
        }
    }
}

/// The reason why a text is no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// It is not read, or not well-formed. The message may begin with a line.
    Syntax(String),
    /// There is no function that can be called.
    NoFunction,
    /// No input was found on which the function is defined: the most frequent reason.
    NoInput(&'static str),
}

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTest::Syntax(error) => f.write_str(error),
            NoTest::NoFunction => f.write_str("there is no function with a body"),
            NoTest::NoInput(rule) => {
                write!(
                    f,
                    "no input was found on which the function is defined: {rule}"
                )
            }
        }
    }
}

impl std::error::Error for NoTest {}

impl Test {
    /// The data layout of the module; the default one if it has none that is read.
    pub fn layout(&self) -> DataLayout {
        DataLayout::parse(self.target().0).unwrap_or_default()
    }

    /// The data layout and the triple, as they are written.
    pub fn target(&self) -> (&str, &str) {
        let layout = self.module.data_layout();
        let triple = self.module.triple();
        (layout.unwrap_or_default(), triple.unwrap_or_default())
    }

    /// The options of a role.
    pub fn options(&self, role: Role) -> Option<&[String]> {
        let mut pipelines = self.pipelines.iter();
        let found = pipelines.find(|it| it.role == role);
        found.map(|it| &it.options[..])
    }

    /// The text: the module below lines about the function, its passes and its inputs.
    pub fn text(&self, head: &str) -> String {
        let layout = self.layout();
        let program = Program::new(&self.module, &layout).with_vscale(VSCALE);
        let side = Side {
            program: &program,
            function: &self.function,
        };
        let mut out = format!("; {head}\n; function @{}\n", self.function);
        // Writing to a string does not fail.
        for Pipeline { role, options } in &self.pipelines {
            let _ = writeln!(out, "; {}: {}", role.name(), options.join(" "));
        }
        for input in &self.inputs {
            let arguments = text::write(side, input).arguments;
            let _ = writeln!(out, "; input {}: {arguments}", input.seed);
        }
        out.push_str(&print::module(&self.module));
        out
    }

    /// Reads a test, or any module: without lines about them, the first function is meant, and inputs are searched.
    pub fn read(written: &str) -> Result<Test, NoTest> {
        let module = parse::module(written).map_err(|it| NoTest::Syntax(it.to_string()))?;
        check::module(&module).map_err(|it| NoTest::Syntax(it.to_string()))?;
        let (mut function, mut pipelines, mut texts) = (None, Vec::new(), Vec::new());
        let lines = written.lines().map_while(|it| it.strip_prefix("; "));
        for line in lines {
            let Some((word, rest)) = line.split_once(' ') else {
                continue;
            };
            let role = word.strip_suffix(':');
            let role = Role::ALL.into_iter().find(|it| role == Some(it.name()));
            match (word, role) {
                ("function", _) => function = rest.strip_prefix('@').map(str::to_owned),
                ("input", _) => {
                    let parts = rest.split_once(':');
                    let parts = parts.and_then(|(seed, text)| Some((seed.parse().ok()?, text)));
                    let wrong = || NoTest::Syntax(format!("expected a seed and arguments: {rest}"));
                    texts.push(parts.ok_or_else(wrong)?);
                }
                (_, Some(role)) => pipelines.push(Pipeline {
                    role,
                    options: rest.split_whitespace().map(str::to_owned).collect(),
                }),
                _ => {}
            }
        }
        let first = || {
            functions(&module)
                .next()
                .map(|it| module.names.get(it.name).to_owned())
        };
        let function = function.or_else(first).ok_or(NoTest::NoFunction)?;
        let mut test = Test {
            module,
            function,
            inputs: Vec::new(),
            pipelines,
        };
        test.inputs = test.inputs_of(&texts)?;
        Ok(test)
    }

    /// Inputs that are written as text, or else others that are found.
    fn inputs_of(&self, texts: &[(u64, &str)]) -> Result<Vec<Input>, NoTest> {
        let layout = self.layout();
        let program = Program::new(&self.module, &layout).with_vscale(VSCALE);
        let side = Side {
            program: &program,
            function: &self.function,
        };
        if texts.is_empty() {
            let found = find(side, &Options::default());
            if found.inputs.is_empty() {
                let stop = found.stops.iter().max_by_key(|it| it.1);
                return Err(NoTest::NoInput(stop.map_or("nothing", |it| it.0)));
            }
            return Ok(found.inputs);
        }
        let inputs = texts.iter().map(|(seed, text)| {
            let input = text::read(side, text).map_err(NoTest::Syntax)?;
            let seed = *seed;
            Ok(Input { seed, ..input })
        });
        inputs.collect()
    }
}
