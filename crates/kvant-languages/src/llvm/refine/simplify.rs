//! Makes the input of a difference simpler, so that people see what matters.

use kvant_llvm_machine::Leaf;
use kvant_llvm_refine::{Finding, Given, Input, Limits, Ran, Side, Verdict, judge};

/// At most so many judgements.
const JUDGEMENTS: u32 = 200;

/// At most so many instructions in all of them.
const STEPS: u64 = 4_000_000;

/// Small seeds that are tried.
const SEEDS: u64 = 4;

/// The alignment that texts need not tell.
const ALIGN: u64 = 16;

/// Contents of objects are made zero in pieces of so many bytes, after the whole.
const PIECES: [usize; 3] = [64, 8, 1];

/// A difference that is being simplified.
struct Simpler<'s, 'm> {
    source: Side<'s, 'm>,
    target: Side<'s, 'm>,
    input: Input,
    finding: Box<Finding>,
    judgements: u32,
    steps: u64,
}

/// Simplifies the input of a difference, as long as the difference is of the same class.
pub(super) fn simplify(
    source: Side<'_, '_>,
    target: Side<'_, '_>,
    input: &Input,
    finding: &Finding,
) -> (Input, Box<Finding>) {
    let mut simpler = Simpler {
        source,
        target,
        input: input.clone(),
        finding: Box::new(finding.clone()),
        judgements: 0,
        steps: 0,
    };
    simpler.all();
    (simpler.input, simpler.finding)
}

impl Simpler<'_, '_> {
    fn all(&mut self) {
        for seed in 0..SEEDS.min(self.input.seed) {
            if self.attempt(|input| input.seed = seed) {
                break;
            }
        }
        for n in (0..self.input.links.len()).rev() {
            self.attempt(|input| _ = input.links.remove(n));
        }
        for n in 0..self.input.arguments.len() {
            self.argument(n);
        }
        for n in 0..self.input.objects.len() {
            self.attempt(|input| input.objects[n].align = ALIGN);
            let size = self.input.objects[n].bytes.as_ref().map_or(0, Vec::len);
            let mut zero = |range: std::ops::Range<usize>| {
                self.attempt(|input| {
                    if let Some(bytes) = &mut input.objects[n].bytes {
                        bytes[range].fill(0);
                    }
                })
            };
            if size == 0 || zero(0..size) {
                continue;
            }
            for piece in PIECES.iter().filter(|piece| **piece < size) {
                for start in (0..size).step_by(*piece) {
                    zero(start..size.min(start + piece));
                }
            }
        }
    }

    /// Smaller numbers.
    fn argument(&mut self, n: usize) {
        for value in [0, 1] {
            if self.set(n, value) {
                return;
            }
        }
        // Halves, as long as that works.
        while let Given::Leaf(Leaf::Int(value)) = self.input.arguments[n] {
            if value < 4 || !self.set(n, value / 2) {
                break;
            }
        }
    }

    fn set(&mut self, n: usize, value: u128) -> bool {
        let is_number = match &self.input.arguments[n] {
            Given::Leaf(Leaf::Int(old)) => *old > value,
            _ => false,
        };
        is_number && self.attempt(|input| input.arguments[n] = Given::Leaf(Leaf::Int(value)))
    }

    /// Tries a change. True if the difference is still there.
    fn attempt(&mut self, change: impl FnOnce(&mut Input)) -> bool {
        if self.judgements >= JUDGEMENTS || self.steps >= STEPS {
            return false;
        }
        let mut input = self.input.clone();
        change(&mut input);
        if input == self.input {
            return false;
        }
        self.judgements += 1;
        self.steps += self.finding.source.iter().map(|it| it.steps).sum::<u64>();
        self.steps += match &self.finding.target {
            Ran::Behaves(behaviour) => behaviour.steps,
            Ran::Undefined(_) => 0,
            Ran::Silent(_) => STEPS / 16,
        };
        let verdict = judge(self.source, self.target, &input, Limits::default());
        match verdict {
            Verdict::Differs(finding) if is_alike(&finding, &self.finding) => {
                (self.input, self.finding) = (input, finding);
                true
            }
            _ => false,
        }
    }
}

/// True for differences that are of the same class, and violate the same rule.
fn is_alike(one: &Finding, other: &Finding) -> bool {
    let is_same_rule = match (&one.target, &other.target) {
        (Ran::Undefined(one), Ran::Undefined(other)) => one.rule() == other.rule(),
        (Ran::Behaves(_), Ran::Behaves(_)) | (Ran::Silent(_), Ran::Silent(_)) => true,
        _ => false,
    };
    is_same_rule
        && one.undef == other.undef
        && one.quarantine == other.quarantine
        && one.difference.class == other.difference.class
}
