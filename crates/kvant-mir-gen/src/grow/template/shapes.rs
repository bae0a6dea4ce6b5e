//! The shapes themselves, written ahead.

use kvant_mir::{BinOp, Local, Operand, Projection, Rvalue, Terminator, TyKind};

use super::{Access, Data, Gives, Kind};
use crate::TARGET;
use crate::draft::Refusal;
use crate::feature::Feature;
use crate::grow::ahead::{Counter, Counting, Round};
use crate::grow::{Grower, Result};
use crate::universe::{TRIPS, TRIPS_FIELD};

impl Grower {
    /// Writes a shape, and returns the local of its result, if it has one.
    pub(super) fn shape(&mut self, kind: Kind, data: &Data) -> Result<Option<Local>> {
        let result = match kind {
            Kind::Elementwise => self.elementwise(data)?,
            Kind::Stencil => self.stencil(data)?,
            Kind::Reduction => self.reduction(data, false)?,
            Kind::Conditional => self.reduction(data, true)?,
            Kind::Search => self.search(data)?,
            Kind::Exit => self.early_exit(data)?,
            Kind::Nested => self.nested(data)?,
            Kind::Invariant => self.invariants(data)?,
            Kind::Recurrence => self.recurrence(data)?,
            Kind::Derived => self.derived(data)?,
            Kind::Fill => self.filled(data)?,
            Kind::Copy => self.copied(data)?,
            Kind::Neighbours => self.neighbours(data)?,
            Kind::Group => self.group(data)?,
            Kind::Unswitch => self.unswitched(data)?,
            Kind::Scatter => self.scattered(data)?,
            Kind::Interleaved => self.interleaved(data)?,
            Kind::Reverse => self.reversed(data)?,
            Kind::Widened => self.widened(data)?,
            Kind::Bits => self.bits(data)?,
            Kind::Accumulator => self.accumulated(data)?,
            Kind::Walk => self.pointer_walk(data)?,
        };
        debug_assert_eq!(result.is_some(), kind.gives() != Gives::Nothing);
        Ok(result)
    }

    /// A number of rounds up to `most`, and a flag that is true if it may be zero: all of them, a trip count of the
    /// environment, or the remainder of a `usize`. Mostly the second: a loop that is known to be short is unrolled or
    /// left alone, not vectorised.
    fn bound(&mut self, data: &Data, most: u64) -> Result<(Operand, bool)> {
        let usize = self.universe.usize;
        let known: Vec<u64> = (0..TRIPS.len() as u64)
            .filter(|&n| TRIPS[n as usize] as u64 <= most)
            .collect();
        // The higher of two random indices gives the longer loop.
        let last = known.len().max(1);
        let n = self.rng.below(last).max(self.rng.below(last));
        let zero = self.rng.percent(40);
        match (self.rng.below(10), known.get(n)) {
            (0 | 1, _) => Ok((Self::count_of(most), most == 0)),
            (2..=7, Some(&n)) => {
                let n = self.put(usize, Rvalue::Use(Self::count_of(n)))?;
                let trips = self
                    .environment_field(TRIPS_FIELD)
                    .ok_or(Refusal::Nothing)?
                    .project(Projection::Index(n));
                let bound = self.put(usize, Rvalue::Use(trips.into()))?;
                Ok((bound.into(), false))
            }
            _ => {
                let modulus = Self::count_of(most + u64::from(zero));
                let rest = self.put_binary(usize, BinOp::Rem, data.count.clone(), modulus)?;
                match zero {
                    true => Ok((rest.into(), true)),
                    false => Ok((self.shifted(rest, 1)?.into(), false)),
                }
            }
        }
    }

    /// A loop of up to `most` rounds.
    fn looped(
        &mut self,
        data: &Data,
        most: u64,
        counter: Counter,
        body: impl FnOnce(&mut Self, &Round) -> Result,
    ) -> Result {
        let (bound, may_be_zero) = self.bound(data, most.max(1))?;
        let counter = Counter {
            test_first: counter.test_first || may_be_zero,
            ..counter
        };
        self.counted(counter, bound, body)
    }

    /// `a[i] = f(b[i], c[i], k)`.
    fn elementwise(&mut self, data: &Data) -> Result<Option<Local>> {
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let y = match this.rng.percent(60) {
                true => this.load(data, 2, round.index)?,
                false => data.scalars[0].clone(),
            };
            let mut value = this.mix(data.element, x, y)?;
            if this.rng.percent(40) {
                value = this.mix(data.element, value, data.scalars[1].clone())?;
            }
            this.store(data, round.index, value)
        })?;
        Ok(None)
    }

    /// `a[i] = b[i] op b[i + 1]`.
    fn stencil(&mut self, data: &Data) -> Result<Option<Local>> {
        let counter = self.any_counter();
        let (near, far) = (1, self.rng.between(1, 2) as u64);
        let to_far = self.rng.percent(30);
        self.looped(data, data.length - far, counter, |this, round| {
            let next = this.shifted(round.index, near)?;
            let x = this.load(data, 1, round.index)?;
            let y = this.load(data, 1, next)?;
            let mut value = this.mix(data.element, x, y)?;
            let last = this.shifted(round.index, far)?;
            if far > near {
                let z = this.load(data, 1, last)?;
                value = this.mix(data.element, value, z)?;
            }
            let to = if to_far { last } else { round.index };
            this.store(data, to, value)
        })?;
        Ok(None)
    }

    /// `acc = acc op b[i]`, or the smallest or largest element; sometimes with a condition.
    fn reduction(&mut self, data: &Data, conditional: bool) -> Result<Option<Local>> {
        let ty = data.element;
        let op = self.chain_op(ty);
        let extreme = self.rng.percent(25);
        let comparison = [BinOp::Lt, BinOp::Gt, BinOp::Ne][self.rng.below(3)];
        let start = match self.rng.percent(50) && op != BinOp::Mul && op != BinOp::BitAnd {
            true => self.zero_of(ty)?,
            false => data.scalars[0].clone(),
        };
        let acc = self.put(ty, Rvalue::Use(start))?;
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 0, round.index)?;
            let x = match this.rng.percent(30) {
                true => this.mix(ty, x, data.scalars[1].clone())?,
                false => x,
            };
            let reduce = |this: &mut Self| {
                if extreme {
                    let value = this.lesser(ty, acc.into(), x.clone())?;
                    return this.set(acc, Rvalue::Use(value));
                }
                this.set(acc, Rvalue::Binary(op, acc.into(), x.clone()))
            };
            if conditional {
                let wanted = this.put_test(comparison, x.clone(), data.scalars[1].clone())?;
                this.when(wanted, reduce)
            } else {
                reduce(this)
            }
        })?;
        Ok(Some(acc))
    }

    /// The value that a search looks for: often an element of the array.
    fn needle(&mut self, data: &Data, n: usize) -> Result<Operand> {
        if self.rng.percent(35) {
            return Ok(data.scalars[0].clone());
        }
        let length = Self::count_of(data.length);
        let usize = self.universe.usize;
        let somewhere = self.put_binary(usize, BinOp::Rem, data.count.clone(), length)?;
        self.load(data, n, somewhere)
    }

    /// `if b[i] == k { found = i; break }`.
    fn search(&mut self, data: &Data) -> Result<Option<Local>> {
        let usize = self.universe.usize;
        let needle = self.needle(data, 0)?;
        let found = self.put(usize, Rvalue::Use(Self::count_of(data.length)))?;
        let comparison = [BinOp::Eq, BinOp::Eq, BinOp::Gt][self.rng.below(3)];
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 0, round.index)?;
            let here = this.put_test(comparison, x, needle)?;
            this.leave_if(here, round, |this| {
                this.set(found, Rvalue::Use(round.index.into()))
            })
        })?;
        Ok(Some(found))
    }

    /// Leaves the loop if `condition` is true, after some last work.
    fn leave_if(
        &mut self,
        condition: Operand,
        round: &Round,
        last: impl FnOnce(&mut Self) -> Result,
    ) -> Result {
        let (leave, stay) = (self.draft.new_block(), self.draft.new_block());
        self.branch(condition, leave, stay)?;
        self.draft.at.1 = leave;
        last(self)?;
        self.draft.terminator(Terminator::Goto(round.exit))?;
        self.draft.at.1 = stay;
        Ok(())
    }

    /// A loop that writes elements until some element ends it.
    fn early_exit(&mut self, data: &Data) -> Result<Option<Local>> {
        let usize = self.universe.usize;
        let needle = self.needle(data, 1)?;
        let rounds = self.put(usize, Rvalue::Use(Self::count_of(0)))?;
        let store_first = self.rng.percent(50);
        let goes_on = self.rng.percent(25);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let y = this.load(data, 2, round.index)?;
            let value = this.mix(data.element, x.clone(), y)?;
            if store_first {
                this.store(data, round.index, value.clone())?;
            }
            let stop = this.put_test(BinOp::Eq, x, needle)?;
            if goes_on {
                // `continue` instead.
                let (skip, stay) = (this.draft.new_block(), this.draft.new_block());
                this.branch(stop, skip, stay)?;
                this.draft.at.1 = skip;
                this.draft.terminator(Terminator::Goto(round.next))?;
                this.draft.at.1 = stay;
            } else {
                this.leave_if(stop, round, |_| Ok(()))?;
            }
            if !store_first {
                this.store(data, round.index, value)?;
            }
            let one = Self::count_of(1);
            this.set(rounds, Rvalue::Binary(BinOp::Add, rounds.into(), one))
        })?;
        Ok(Some(rounds))
    }

    /// `a[i * columns + j] = b[j * rows + i] op …`.
    fn nested(&mut self, data: &Data) -> Result<Option<Local>> {
        let columns = self.rng.between(2, 4) as u64;
        let rows = (data.length / columns).min(5);
        let usize = self.universe.usize;
        let transposed = self.rng.percent(50);
        let (outer, inner) = (self.any_counter(), self.plain_counter());
        self.looped(data, rows, outer, |this, row| {
            let i = row.index;
            this.looped(data, columns, inner, |this, column| {
                let j = column.index;
                let width = Self::count_of(columns);
                let at = this.put_binary(usize, BinOp::Mul, i, width)?;
                let at = this.put_binary(usize, BinOp::Add, at, j)?;
                let from = match transposed {
                    true => {
                        let height = Self::count_of(rows);
                        let from = this.put_binary(usize, BinOp::Mul, j, height)?;
                        this.put_binary(usize, BinOp::Add, from, i)?
                    }
                    false => at,
                };
                let x = this.load(data, 1, from)?;
                let y = match this.rng.percent(50) {
                    true => this.load(data, 0, at)?,
                    false => data.scalars[0].clone(),
                };
                let value = this.mix(data.element, x, y)?;
                this.store(data, at, value)
            })
        })?;
        Ok(None)
    }

    /// The same computation in every round, and one that is only allowed after a test.
    fn invariants(&mut self, data: &Data) -> Result<Option<Local>> {
        let ty = data.element;
        let divides = self.swarm.has(Feature::Division) && self.rng.percent(60);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let [k, m] = data.scalars.clone();
            let same = this.mix(ty, k, m.clone())?;
            let x = this.load(data, 1, round.index)?;
            let value = this.put(ty, Rvalue::Use(x.clone()))?;
            if divides {
                // Not negative, so that nothing overflows.
                let mask = this.number(ty, 15)?;
                let divisor = this.put_binary(ty, BinOp::BitAnd, m, mask)?;
                let zero = this.number(ty, 0)?;
                let possible = this.put_test(BinOp::Ne, divisor, zero)?;
                let op = [BinOp::Div, BinOp::Rem][this.rng.below(2)];
                let left = if this.rng.percent(50) {
                    same.clone()
                } else {
                    x
                };
                this.when(possible, |this| {
                    this.set(value, Rvalue::Binary(op, left, divisor.into()))
                })?;
            }
            let value = this.mix(ty, value.into(), same)?;
            this.store(data, round.index, value)
        })?;
        Ok(None)
    }

    /// `a[i] = b[i] op previous; previous = b[i]`.
    fn recurrence(&mut self, data: &Data) -> Result<Option<Local>> {
        let ty = data.element;
        let previous = self.put(ty, Rvalue::Use(data.scalars[0].clone()))?;
        let running = self.rng.percent(35);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let value = this.mix(ty, x.clone(), previous.into())?;
            this.store(data, round.index, value.clone())?;
            let next = if running { value } else { x };
            this.set(previous, Rvalue::Use(next))
        })?;
        Ok(Some(previous))
    }

    /// `a[step * i + first] = f(b[i])`, or the other way round.
    fn derived(&mut self, data: &Data) -> Result<Option<Local>> {
        let (step, first) = (self.rng.between(2, 4) as u64, self.rng.below(3) as u64);
        let most = (data.length - 1 - first) / step + 1;
        let usize = self.universe.usize;
        let gathers = self.rng.percent(50);
        let of_its_own = self.rng.percent(40);
        let own = self.put(usize, Rvalue::Use(Self::count_of(first)))?;
        let counter = Counter {
            counting: Counting::Up(1),
            ..self.any_counter()
        };
        self.looped(data, most, counter, |this, round| {
            let far = if of_its_own {
                own
            } else {
                let step = Self::count_of(step);
                let far = this.put_binary(usize, BinOp::Mul, round.index, step)?;
                this.shifted(far, first)?
            };
            let (from, to) = match gathers {
                true => (far, round.index),
                false => (round.index, far),
            };
            let x = this.load(data, 1, from)?;
            let value = this.mix(data.element, x, data.scalars[0].clone())?;
            this.store(data, to, value)?;
            let step = Self::count_of(step);
            this.set(own, Rvalue::Binary(BinOp::Add, own.into(), step))
        })?;
        Ok(None)
    }

    /// `a[i] = k`.
    fn filled(&mut self, data: &Data) -> Result<Option<Local>> {
        let draw = self.rng.below(4);
        let value = match (self.kind(data.element), draw) {
            (TyKind::Int(_), 0) => self.literal(data.element)?.into(),
            (_, 1) => self.zero_of(data.element)?,
            _ => data.scalars[0].clone(),
        };
        let first = self.rng.below(3) as u64;
        let counter = self.any_counter();
        self.looped(data, data.length - first, counter, |this, round| {
            let at = match first {
                0 => round.index,
                _ => this.shifted(round.index, first)?,
            };
            this.store(data, at, value)
        })?;
        Ok(None)
    }

    /// `a[i] = b[i]`, or an array onto itself, one element up or down.
    fn copied(&mut self, data: &Data) -> Result<Option<Local>> {
        let way = self.rng.below(4);
        let from = usize::from(way < 2);
        let counter = match self.rng.percent(60) {
            true => self.plain_counter(),
            false => self.any_counter(),
        };
        let most = if way == 0 {
            data.length
        } else {
            data.length - 1
        };
        self.looped(data, most, counter, |this, round| {
            let next = match way {
                0 => round.index,
                _ => this.shifted(round.index, 1)?,
            };
            let (source, target) = match way {
                2 => (round.index, next),
                _ => (next, round.index),
            };
            let x = this.load(data, from, source)?;
            this.store(data, target, x)
        })?;
        Ok(None)
    }

    /// `a[i + 1] = f(b[i]); acc = acc op a[i]`, or `a[i + 1] = a[i] op b[i]`.
    fn neighbours(&mut self, data: &Data) -> Result<Option<Local>> {
        let ty = data.element;
        let carried = self.rng.percent(50);
        let far = self.rng.between(1, 4) as u64;
        let acc = self.put(ty, Rvalue::Use(data.scalars[0].clone()))?;
        let op = self.chain_op(ty);
        let counter = self.any_counter();
        self.looped(data, data.length - far, counter, |this, round| {
            let next = this.shifted(round.index, far)?;
            let x = this.load(data, 1, round.index)?;
            let y = match carried {
                true => this.load(data, 0, round.index)?,
                false => data.scalars[1].clone(),
            };
            let value = this.mix(ty, x, y)?;
            this.store(data, next, value)?;
            let before = this.load(data, 0, round.index)?;
            this.set(acc, Rvalue::Binary(op, acc.into(), before))
        })?;
        Ok(Some(acc))
    }

    /// The same statement for a few elements in a row, without a loop.
    fn group(&mut self, data: &Data) -> Result<Option<Local>> {
        let lanes = [2, 4, 4, 8][self.rng.below(4)].min(data.length);
        let usize = self.universe.usize;
        let rest = Self::count_of(data.length - lanes + 1);
        let base = match self.rng.percent(50) {
            true => self.put_binary(usize, BinOp::Rem, data.count.clone(), rest)?,
            false => self.put(usize, Rvalue::Use(Self::count_of(0)))?,
        };
        let ops = [self.chain_op(data.element), self.chain_op(data.element)];
        let alternating = self.rng.percent(30);
        let turned = self.rng.below(lanes as usize) as u64;
        let loads_first = self.rng.percent(50);
        let compares = self.rng.percent(20);
        let mut values = Vec::new();
        for lane in 0..lanes {
            let at = self.shifted(base, lane)?;
            let other = self.shifted(base, (lane + turned) % lanes)?;
            let (x, y) = (self.load(data, 1, at)?, self.load(data, 2, other)?);
            let op = ops[usize::from(alternating && lane % 2 == 1)];
            let mut value: Operand = self.put_binary(data.element, op, x, y)?.into();
            if compares {
                value = self.lesser(data.element, value, data.scalars[0].clone())?;
            }
            if loads_first {
                values.push((at, value));
            } else {
                self.store(data, at, value)?;
            }
        }
        for (at, value) in values {
            self.store(data, at, value)?;
        }
        Ok(None)
    }

    /// A branch on the same condition in every round.
    fn unswitched(&mut self, data: &Data) -> Result<Option<Local>> {
        let [k, m] = data.scalars.clone();
        let before = match self.rng.percent(50) {
            true => Some(self.put_test(BinOp::Lt, k.clone(), m.clone())?),
            false => None,
        };
        let partial = self.rng.percent(25);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let y = this.load(data, 2, round.index)?;
            let mut question = match before {
                Some(known) => known,
                None => this.put_test(BinOp::Lt, k, m)?,
            };
            if partial {
                let also = this.put_test(BinOp::Gt, x.clone(), y.clone())?;
                let bool = this.universe.bool;
                question = this.put_binary(bool, BinOp::BitAnd, question, also)?.into();
            }
            let (x2, y2) = (x.clone(), y.clone());
            this.if_else(
                question,
                |this| {
                    let value = this.mix(data.element, x, y)?;
                    this.store(data, round.index, value)
                },
                |this| {
                    let value = this.mix(data.element, y2, x2)?;
                    this.store(data, round.index, value)
                },
            )
        })?;
        Ok(None)
    }

    /// `a[b[i] % n] op= k`.
    fn scattered(&mut self, data: &Data) -> Result<Option<Local>> {
        let usize = self.universe.usize;
        let op = self.chain_op(data.element);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let x = this.put_cast(data.element, usize, x)?;
            let length = Self::count_of(data.length);
            let at = this.put_binary(usize, BinOp::Rem, x, length)?;
            let old = this.load(data, 0, at)?;
            let new = this.put_binary(data.element, op, old, data.scalars[0].clone())?;
            this.store(data, at, new.into())
        })?;
        Ok(None)
    }

    /// `a[2 * i] = f(b[2 * i + 1]); a[2 * i + 1] = g(b[2 * i])`.
    fn interleaved(&mut self, data: &Data) -> Result<Option<Local>> {
        let usize = self.universe.usize;
        let counter = Counter {
            counting: Counting::Up(1),
            ..self.any_counter()
        };
        self.looped(data, data.length / 2, counter, |this, round| {
            let two = Self::count_of(2);
            let even = this.put_binary(usize, BinOp::Mul, round.index, two)?;
            let odd = this.shifted(even, 1)?;
            let (x, y) = (this.load(data, 1, even)?, this.load(data, 1, odd)?);
            let [k, m] = data.scalars.clone();
            let (x, y) = (this.mix(data.element, x, k)?, this.mix(data.element, y, m)?);
            this.store(data, even, y)?;
            this.store(data, odd, x)
        })?;
        Ok(None)
    }

    /// `a[i] = f(b[n - 1 - i])`.
    fn reversed(&mut self, data: &Data) -> Result<Option<Local>> {
        let usize = self.universe.usize;
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let last = Self::count_of(data.length - 1);
            let from = this.put_binary(usize, BinOp::Sub, last, round.index)?;
            let x = this.load(data, 1, from)?;
            let value = this.mix(data.element, x, data.scalars[0].clone())?;
            this.store(data, round.index, value)
        })?;
        Ok(None)
    }

    /// `acc += b[i] as W * c[i] as W`, truncated in the end; the elements are truncated products.
    fn widened(&mut self, data: &Data) -> Result<Option<Local>> {
        let ty = data.element;
        let int = self.int_ty(ty)?;
        let wide = self.wider(int);
        let zero = self.number(wide, 0)?;
        let acc = self.put(wide, Rvalue::Use(zero))?;
        let op = [BinOp::Mul, BinOp::Mul, BinOp::Sub, BinOp::Add][self.rng.below(4)];
        let stores = self.rng.percent(50);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let y = this.load(data, 2, round.index)?;
            let (x, y) = (this.put_cast(ty, wide, x)?, this.put_cast(ty, wide, y)?);
            let term = this.put_binary(wide, op, x, y)?;
            if stores {
                let part = this.put_cast(wide, ty, term.into())?;
                this.store(data, round.index, part)?;
            }
            this.set(acc, Rvalue::Binary(BinOp::Add, acc.into(), term.into()))
        })?;
        let narrow = match wide == ty {
            true => acc,
            false => self.put(ty, Rvalue::Cast(acc.into(), ty))?,
        };
        Ok(Some(narrow))
    }

    /// `while x != 0 { x &= x - 1; n += 1 }` and similar loops.
    fn bits(&mut self, data: &Data) -> Result<Option<Local>> {
        let ty = data.element;
        let int = self.int_ty(ty)?;
        // Not negative, so that right shifts reach zero.
        let mask = (1_u128 << (int.bits(&TARGET).min(17) - 1)) - 1;
        let mask = self.number(ty, mask)?;
        let x = self.put_binary(ty, BinOp::BitAnd, data.scalars[0].clone(), mask)?;
        let (zero, one) = (self.number(ty, 0)?, self.number(ty, 1)?);
        let count = self.put(ty, Rvalue::Use(zero.clone()))?;
        let clears = self.rng.percent(50);
        let blocks = [(); 3].map(|()| self.draft.new_block());
        let [head, body, exit] = blocks;
        self.jump(head)?;
        let more = self.put_test(BinOp::Ne, x, zero)?;
        self.branch(more, body, exit)?;
        self.draft.at.1 = body;
        if clears {
            let less = self.put_binary(ty, BinOp::Sub, x, one.clone())?;
            self.set(x, Rvalue::Binary(BinOp::BitAnd, x.into(), less.into()))?;
        } else {
            self.set(x, Rvalue::Binary(BinOp::Shr, x.into(), one.clone()))?;
        }
        self.set(count, Rvalue::Binary(BinOp::Add, count.into(), one))?;
        self.jump(head)?;
        self.draft.at.1 = exit;
        Ok(Some(count))
    }

    /// `a[j] = a[j] op b[i]`: the sum stays in memory, and may be one of its own summands.
    fn accumulated(&mut self, data: &Data) -> Result<Option<Local>> {
        let usize = self.universe.usize;
        let length = Self::count_of(data.length);
        let at = self.put_binary(usize, BinOp::Rem, data.count.clone(), length)?;
        let op = self.chain_op(data.element);
        let conditional = self.rng.percent(35);
        let counter = self.any_counter();
        self.looped(data, data.length, counter, |this, round| {
            let x = this.load(data, 1, round.index)?;
            let add = |this: &mut Self, x: Operand| {
                let old = this.load(data, 0, at)?;
                let new = this.put_binary(data.element, op, old, x)?;
                this.store(data, at, new.into())
            };
            if conditional {
                let wanted = this.put_test(BinOp::Gt, x.clone(), data.scalars[0].clone())?;
                this.when(wanted, |this| add(this, x))
            } else {
                add(this, x)
            }
        })?;
        Ok(None)
    }

    /// `while p != end { acc = acc op *p; *p = f(*p); p += 1 }`.
    fn pointer_walk(&mut self, data: &Data) -> Result<Option<Local>> {
        let Some(Access::Moved(begin)) = data.arrays.first() else {
            return Err(Refusal::Nothing);
        };
        let ty = data.element;
        let pointer = self.local_ty(*begin);
        let (bound, _) = self.bound(data, data.length)?;
        let end = self.put(pointer, Rvalue::Offset((*begin).into(), bound))?;
        let p = self.put(pointer, Rvalue::Use((*begin).into()))?;
        let acc = self.put(ty, Rvalue::Use(data.scalars[0].clone()))?;
        let op = self.chain_op(ty);
        let stores = self.rng.percent(50);
        let blocks = [(); 3].map(|()| self.draft.new_block());
        let [head, body, exit] = blocks;
        self.jump(head)?;
        let comparison = [BinOp::Ne, BinOp::Lt][self.rng.below(2)];
        let more = self.put_test(comparison, p, end)?;
        self.branch(more, body, exit)?;
        self.draft.at.1 = body;
        let here = kvant_mir::Place::local(p).project(Projection::Deref);
        let x: Operand = self.put(ty, Rvalue::Use(here.clone().into()))?.into();
        self.set(acc, Rvalue::Binary(op, acc.into(), x.clone()))?;
        if stores {
            let value = self.mix(ty, x, data.scalars[1].clone())?;
            let store = kvant_mir::Statement::Assign(here, Rvalue::Use(value));
            self.draft.statement(store)?;
        }
        let one = Self::count_of(1);
        self.set(p, Rvalue::Offset(p.into(), one))?;
        self.jump(head)?;
        self.draft.at.1 = exit;
        Ok(Some(acc))
    }
}
