//! Operands and constants in an older version's words.

use super::degrade::{Degrader, Said};
use super::table::Construct;
use crate::syntax::{Brackets, CastOp, Const, ConstExpr, InRange, Type, TypeKind, Typed, Value};

/// The largest vector that is written out.
const LONGEST: u32 = 1 << 16;

impl Degrader {
    fn add(&mut self, constant: Const) -> Value {
        self.constants.push(constant);
        Value::Const(self.constants.len() as u32 - 1)
    }

    fn typed(&mut self, typed: &mut Typed) -> Said {
        self.value(typed.ty, &mut typed.value)
    }

    fn all(&mut self, operands: &mut [Typed]) -> Said {
        operands.iter_mut().try_for_each(|it| self.typed(it))
    }

    pub(super) fn value(&mut self, ty: Type, value: &mut Value) -> Said {
        self.ty(ty)?;
        match value {
            Value::Global(name) => {
                *name = self.function_name(*name)?;
                self.refer(*name, false);
                Ok(())
            }
            Value::Const(at) => {
                let index = *at as usize;
                let taken = std::mem::replace(
                    &mut self.constants[index],
                    Const::Aggregate(Brackets::Struct, Box::default()),
                );
                let mut constant = taken;
                let said = self.constant(&mut constant);
                if let (Const::Splat(element), true) = (&constant, self.missing.is_missing("splat"))
                {
                    let element = *element;
                    *value = self.splat(ty, element)?;
                }
                self.constants[index] = constant;
                said
            }
            _ => Ok(()),
        }
    }

    fn constant(&mut self, constant: &mut Const) -> Said {
        match constant {
            Const::Int(_) | Const::Float(..) | Const::Bytes(_) | Const::Asm(_) => Ok(()),
            Const::Aggregate(_, elements) => self.all(elements),
            Const::Splat(element) => self.typed(element),
            Const::Expr(expression) => self.expression(expression),
            Const::BlockAddress(function, _) => {
                self.refer(*function, true);
                Ok(())
            }
            Const::DsoLocalEquivalent(name) => {
                self.need("dso_local_equivalent")?;
                self.refer(*name, false);
                Ok(())
            }
            Const::NoCfi(name) => {
                self.refer(*name, false);
                Ok(())
            }
            Const::PtrAuth(operands) => {
                self.need("ptrauth")?;
                if operands.len() > 4 {
                    self.need("ptrauth with a deactivation symbol")?;
                }
                self.all(operands)
            }
            Const::Metadata(metadata) => {
                self.metadata(metadata, None);
                Ok(())
            }
        }
    }

    fn expression(&mut self, expression: &mut ConstExpr) -> Said {
        let word = expression.word(&self.module.names);
        self.missing.require(Construct::Constant(word))?;
        match expression {
            ConstExpr::Cast(op, _, _, ty) => {
                if *op == CastOp::PtrToAddr {
                    self.need("ptrtoaddr")?;
                }
                self.ty(*ty)?;
            }
            ConstExpr::Gep {
                flags,
                in_range,
                source,
                ..
            } => {
                self.flags("getelementptr", flags);
                let is_missing = match in_range {
                    Some(InRange::Bounds(..)) => self.missing.is_missing("inrange"),
                    Some(InRange::Operand(_)) => self.missing.is_missing("inrange of an index"),
                    None => false,
                };
                if is_missing {
                    *in_range = None;
                    self.drop("inrange".to_owned(), true);
                }
                self.ty(*source)?;
            }
            _ => {}
        }
        self.all(expression.operands_mut())
    }

    /// A vector of equal elements, written out.
    fn splat(&mut self, ty: Type, element: Typed) -> Said<Value> {
        let TypeKind::Vector {
            is_scalable,
            length,
            ..
        } = *self.module.types.get(ty)
        else {
            return Err("splat".to_owned());
        };
        if !is_scalable {
            if length > LONGEST {
                return Err("splat of a long vector".to_owned());
            }
            let elements = vec![element; length as usize].into();
            return Ok(self.add(Const::Aggregate(Brackets::Vector, elements)));
        }
        let poison = Typed {
            ty,
            value: Value::Poison,
        };
        let index = Typed {
            ty: self.module.types.int(64),
            value: Value::Int(0),
        };
        let insert = self.module.names.intern("insertelement");
        let insert = ConstExpr::Named(insert, [poison, element, index].into());
        let insert = Typed {
            ty,
            value: self.add(Const::Expr(Box::new(insert))),
        };
        let i32 = self.module.types.int(32);
        let mask = Typed {
            ty: self.module.types.with_scalar(ty, i32),
            value: Value::Zero,
        };
        let shuffle = self.module.names.intern("shufflevector");
        let shuffle = ConstExpr::Named(shuffle, [insert, poison, mask].into());
        Ok(self.add(Const::Expr(Box::new(shuffle))))
    }
}
