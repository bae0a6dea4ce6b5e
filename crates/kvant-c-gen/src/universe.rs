//! The types and variables of a program before it has any text.

use kvant_c::{CTarget, Expr, ExprKind};
use kvant_c::{
    EnumId, Enumeration, Field, Global, GlobalId, Init, InitItem, IntKind, Linkage, Program, Quals,
    Record, RecordId, RecordKind, Type, TypeKind, Typedef, Types,
};
use kvant_generate::Rng;

use crate::config::Swarm;
use crate::feature::Feature;

/// The types that a program draws from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Universe {
    /// Arithmetic types for variables, each as often as it is to be drawn.
    pub(crate) scalars: Vec<Type>,
    /// Structs and unions.
    pub(crate) records: Vec<RecordId>,
    /// Array types.
    pub(crate) arrays: Vec<Type>,
    /// The variable with the opaque values: an array of eight volatile numbers.
    pub(crate) hidden: Option<GlobalId>,
}

/// Number of opaque values.
pub(crate) const HIDDEN: u64 = 8;

/// Name of the variable that contains them.
pub(crate) const HIDDEN_NAME: &str = "hidden";

/// The lengths of arrays. Powers of two are indexed with a mask, the others are near vector widths.
const LENGTHS: [u64; 10] = [2, 4, 4, 8, 8, 16, 16, 3, 7, 33];

pub(crate) struct Maker<'a> {
    pub(crate) program: &'a mut Program,
    pub(crate) target: &'a CTarget,
    pub(crate) swarm: &'a Swarm,
    pub(crate) rng: &'a mut Rng,
    pub(crate) universe: Universe,
}

impl Maker<'_> {
    /// Creates types and variables.
    pub(crate) fn make(mut self) -> Universe {
        self.scalars();
        self.enums();
        if self.has(Feature::Structs) {
            for _ in 0..self.rng.between(1, 4) {
                self.structure();
            }
        }
        if self.has(Feature::Unions) {
            for _ in 0..self.rng.between(1, 2) {
                self.union();
            }
        }
        self.arrays();
        self.typedefs();
        self.hidden();
        for _ in 0..self.rng.between(5, 10) {
            let ty = self.scalar();
            self.global("g", ty, false);
        }
        for array in self.universe.arrays.clone() {
            self.global("a", array, false);
        }
        for record in self.universe.records.clone() {
            for _ in 0..self.rng.between(1, 2) {
                let ty = self.program.types.make(TypeKind::Record(record));
                self.global("s", ty, false);
            }
        }
        if self.has(Feature::Const) {
            for _ in 0..self.rng.between(1, 3) {
                let ty = match self.rng.percent(60) && self.has(Feature::Arrays) {
                    true => {
                        let of = self.scalar().with(Quals::CONST);
                        let length = LENGTHS[self.rng.below(LENGTHS.len())];
                        self.program.types.array(of, length)
                    }
                    false => self.scalar().with(Quals::CONST),
                };
                self.global("c", ty, true);
            }
        }
        if self.has(Feature::Volatile) {
            for _ in 0..self.rng.between(1, 3) {
                let ty = self.scalar();
                self.global("v", ty.with(Quals::VOLATILE), false);
            }
        }
        self.universe
    }

    fn has(&self, feature: Feature) -> bool {
        self.swarm.has(feature)
    }

    /// Draws the arithmetic types and their frequencies, in which programs differ most.
    fn scalars(&mut self) {
        use IntKind::*;
        let kinds = [
            SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong, UInt, ULong,
        ];
        for kind in kinds {
            for _ in 0..self.rng.below(4) {
                self.universe.scalars.push(Types::int(kind));
            }
        }
        self.universe
            .scalars
            .extend([Types::INT, Types::UINT, Types::ULONG]);
        if self.has(Feature::Bools) {
            self.universe.scalars.push(Types::BOOL);
        }
        if self.has(Feature::Floats) && self.target.scalars.exact_floats {
            for _ in 0..self.rng.between(1, 3) {
                let ty = *self
                    .rng
                    .pick(&[Types::FLOAT, Types::DOUBLE])
                    .unwrap_or(&Types::DOUBLE);
                self.universe.scalars.push(ty);
            }
        }
        if self.has(Feature::WideInts) && self.target.int128 {
            let kind = *self.rng.pick(&[Int128, UInt128]).unwrap_or(&UInt128);
            self.universe.scalars.push(Types::int(kind));
        }
    }

    fn enums(&mut self) {
        if !self.has(Feature::Enums) {
            return;
        }
        for n in 0..self.rng.between(1, 2) {
            let mut value: i32 = match self.rng.percent(40) {
                true => -(self.rng.below(4) as i32),
                false => 0,
            };
            let mut constants = Vec::new();
            for k in 0..self.rng.between(2, 6) {
                constants.push((format!("E{n}_{k}"), value));
                value += 1 + self.rng.below(3) as i32;
            }
            self.program.enums.push(Enumeration {
                name: format!("E{n}"),
                constants,
            });
            let ty = self.program.types.make(TypeKind::Enum(EnumId(n as u32)));
            self.universe.scalars.push(ty);
        }
    }

    pub(crate) fn scalar(&mut self) -> Type {
        let scalars = &self.universe.scalars;
        scalars[self.rng.below(scalars.len())]
    }

    fn structure(&mut self) {
        let packed = self.has(Feature::Packed) && self.rng.percent(30);
        let bits = self.has(Feature::BitFields) && self.rng.percent(60);
        let mut fields = Vec::new();
        for n in 0..self.rng.between(2, 6) {
            let name = Some(format!("f{n}"));
            if bits && self.rng.percent(50) {
                fields.extend(self.bit_field(name));
                continue;
            }
            let ty = self.part();
            fields.push(Field {
                name,
                ty,
                bits: None,
            });
        }
        self.record(RecordKind::Struct, fields, packed);
    }

    /// A bit-field, sometimes after an unnamed one.
    fn bit_field(&mut self, name: Option<String>) -> Vec<Field> {
        let signed = self.rng.percent(50);
        let ty = if signed { Types::INT } else { Types::UINT };
        let mut fields = Vec::new();
        if self.rng.percent(15) {
            let width = match self.rng.percent(50) {
                true => 0,
                false => self.rng.between(1, 9) as u32,
            };
            fields.push(Field {
                name: None,
                ty,
                bits: Some(width),
            });
        }
        let width = match self.rng.percent(70) {
            true => self.rng.between(2, 13),
            false => self.rng.between(1, 32),
        };
        fields.push(Field {
            name,
            ty,
            bits: Some(width as u32),
        });
        fields
    }

    /// The type of a member: mostly a scalar.
    fn part(&mut self) -> Type {
        match self.rng.below(10) {
            0 if !self.universe.records.is_empty() => {
                let record = self.universe.records[self.rng.below(self.universe.records.len())];
                self.program.types.make(TypeKind::Record(record))
            }
            1 | 2 if self.has(Feature::Arrays) => {
                let of = self.scalar();
                let length = LENGTHS[self.rng.below(6)];
                self.program.types.array(of, length)
            }
            _ => self.scalar(),
        }
    }

    /// A union of scalars of different sizes, and perhaps a small struct of them.
    fn union(&mut self) {
        let mut fields = Vec::new();
        for n in 0..self.rng.between(2, 4) {
            let mut ty = self.scalar();
            // Most bytes are not a valid `_Bool` or enumeration constant.
            if matches!(
                self.program.types.kind(ty),
                TypeKind::Bool | TypeKind::Enum(_)
            ) {
                ty = Types::UINT;
            }
            fields.push(Field {
                name: Some(format!("u{n}")),
                ty,
                bits: None,
            });
        }
        self.record(RecordKind::Union, fields, false);
    }

    fn record(&mut self, kind: RecordKind, fields: Vec<Field>, packed: bool) {
        let id = RecordId(self.program.records.len() as u32);
        let letter = match kind {
            RecordKind::Struct => 'S',
            RecordKind::Union => 'U',
        };
        self.program.records.push(Record {
            name: format!("{letter}{}", id.0),
            kind,
            fields,
            packed,
            align: None,
        });
        self.universe.records.push(id);
    }

    fn arrays(&mut self) {
        if !self.has(Feature::Arrays) && !self.has(Feature::LoopTemplates) {
            return;
        }
        for _ in 0..self.rng.between(2, 4) {
            let of = match self.rng.pick(&self.universe.records) {
                Some(record) if self.rng.percent(20) => {
                    self.program.types.make(TypeKind::Record(*record))
                }
                _ => self.scalar(),
            };
            let length = LENGTHS[self.rng.below(LENGTHS.len())];
            let mut ty = self.program.types.array(of, length);
            if self.rng.percent(25) {
                let rows = LENGTHS[self.rng.below(3)];
                ty = self.program.types.array(ty, rows);
            }
            self.universe.arrays.push(ty);
        }
    }

    fn typedefs(&mut self) {
        if !self.has(Feature::Typedefs) {
            return;
        }
        for n in 0..self.rng.between(1, 3) {
            let ty = match self.rng.pick(&self.universe.records) {
                Some(record) if self.rng.percent(50) => {
                    self.program.types.make(TypeKind::Record(*record))
                }
                _ => self.scalar(),
            };
            if self.program.typedefs.iter().all(|known| known.ty != ty) {
                let name = format!("T{n}");
                self.program.typedefs.push(Typedef { name, ty });
            }
        }
    }

    /// Creates the opaque values, random numbers of the full width.
    fn hidden(&mut self) {
        let of = Types::ULONG.with(Quals::VOLATILE);
        let ty = self.program.types.array(of, HIDDEN);
        let bits = u128::MAX >> (128 - self.target.int_bits(IntKind::ULong));
        let items = (0..HIDDEN).map(|_| InitItem {
            designator: None,
            value: Init::Expr(Expr::int(Types::ULONG, u128::from(self.rng.bits()) & bits)),
        });
        let init = Some(Init::List(items.collect()));
        self.universe.hidden = Some(GlobalId(self.program.globals.len() as u32));
        self.program.globals.push(Global {
            name: HIDDEN_NAME.to_owned(),
            ty,
            linkage: Linkage::Internal,
            init,
            align: None,
        });
    }

    fn global(&mut self, letter: &str, ty: Type, full: bool) {
        let n = self.program.globals.len();
        let linkage = match self.rng.percent(50) {
            true => Linkage::Internal,
            false => Linkage::External,
        };
        let init = match full || self.rng.percent(60) {
            true => Some(self.initial(ty, full)),
            false => None,
        };
        let name = format!("{letter}{n}");
        self.program.globals.push(Global {
            name,
            ty,
            linkage,
            init,
            align: None,
        });
    }

    /// A constant initial value. Without designators no part is left out.
    pub(crate) fn initial(&mut self, ty: Type, full: bool) -> Init {
        let parts: Vec<Option<Type>> = match self.program.types.kind(ty) {
            TypeKind::Array(of, length) => vec![Some(*of); *length as usize],
            TypeKind::Record(id) => {
                let record = &self.program.records[id.index()];
                let most = match record.kind {
                    RecordKind::Struct => record.fields.len(),
                    RecordKind::Union => 1,
                };
                let fields = record.fields[..most].iter();
                fields
                    .map(|field| (!field.is_unnamed()).then_some(field.ty))
                    .collect()
            }
            _ => return Init::Expr(self.constant(ty)),
        };
        let named = self.has(Feature::Designators) && !full && self.rng.percent(40);
        let mut items = Vec::new();
        for (n, part) in parts.into_iter().enumerate() {
            let Some(part) = part else { continue };
            if named && self.rng.percent(35) {
                continue;
            }
            let value = self.initial(part, full);
            items.push(InitItem {
                designator: named.then_some(n as u64),
                value,
            });
        }
        if items.is_empty() {
            // An empty initialiser list is an extension.
            return self.initial(ty, true);
        }
        Init::List(items)
    }

    /// A number of a type: small, near an end of the range, or any; signed ones are far from overflow.
    pub(crate) fn constant(&mut self, ty: Type) -> Expr {
        constant(self.program, self.target, self.rng, ty)
    }
}

/// A number of an arithmetic type.
pub(crate) fn constant(program: &Program, target: &CTarget, rng: &mut Rng, ty: Type) -> Expr {
    let ty = ty.unqualified();
    let kind = match program.types.kind(ty) {
        TypeKind::Bool => return Expr::int(ty, rng.below(2) as u128),
        TypeKind::Float(_) => {
            let value = (rng.below(4096) as f64 - 2048.0) / 8.0;
            let kind = ExprKind::Float(value);
            return Expr { kind, ty };
        }
        TypeKind::Enum(id) => {
            let constants = &program.enums[id.index()].constants;
            let n = rng.below(constants.len());
            // The constant itself is an `int`.
            return Expr {
                kind: ExprKind::EnumConst(*id, n as u32),
                ty: Types::INT,
            };
        }
        TypeKind::Int(kind) => *kind,
        _ => return Expr::int(Types::INT, 0),
    };
    let width = target.int_bits(kind);
    let mask = u128::MAX >> (128 - width);
    let random = (u128::from(rng.bits()) << 64) | u128::from(rng.bits());
    let bits = match rng.below(8) {
        0..=2 => u128::from(rng.bits() % 16),
        3 => u128::from(rng.bits() % 256),
        4 => 1 << rng.below(width as usize - 1),
        5 => (1 << rng.below(width as usize - 1)) - 1,
        _ if target.is_signed(kind) => (random % 2000).wrapping_sub(1000),
        6 => random,
        _ => mask - u128::from(rng.bits() % 4),
    };
    Expr::int(ty, bits & mask)
}
