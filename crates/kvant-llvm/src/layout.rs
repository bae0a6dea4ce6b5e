//! The data layout of a target: endianness, and sizes and alignments of types.
//!
//! [`DataLayout`] is the parsed string of `target datalayout`, with the defaults of LLVM for everything that it does not say.
//! [`Sizes`] answers for the types of a module. Sizes of types with unknown contents (`target("…")`, opaque structs) are none.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::names::Name;
use crate::syntax::{AddrSpace, Item, Module, Type, TypeKind, Types};

/// The data layout of x86-64 Linux that LLVM 18 and later have.
pub const X86_64: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// An alignment that is required and one that is preferred, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// The ABI alignment: that of loads, stores and fields.
    pub abi: u64,
    /// The preferred alignment: that of `alloca`.
    pub preferred: u64,
}

/// The pointers into an address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerLayout {
    /// The number of the address space.
    pub space: u32,
    /// The bits of the representation.
    pub bits: u32,
    /// The bits of an address, which is also the width of offsets.
    pub index_bits: u32,
    /// The alignment.
    pub align: Alignment,
    /// True if integers do not represent these pointers: the flags `u` and `e`, and `ni`.
    pub is_non_integral: bool,
    /// True if the bits of a null pointer are all ones.
    pub null_is_ones: bool,
}

/// A data layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    /// True if the most significant byte comes first.
    pub is_big_endian: bool,
    /// The natural alignment of the stack in bytes, if it is said.
    pub stack_align: Option<u64>,
    /// The address space of `alloca`.
    pub alloca_space: u32,
    /// The address space of functions.
    pub program_space: u32,
    /// The address space of variables that passes make.
    pub globals_space: u32,
    /// The pointers of each address space that is not like the first, which is that of address space 0.
    pointers: Vec<PointerLayout>,
    /// Names of address spaces.
    space_names: Vec<(String, u32)>,
    /// Alignments by the number of bits, sorted.
    ints: Vec<(u32, Alignment)>,
    floats: Vec<(u32, Alignment)>,
    vectors: Vec<(u32, Alignment)>,
    aggregates: Alignment,
    has_element_aligned_vectors: bool,
}

impl Default for DataLayout {
    fn default() -> DataLayout {
        let align = |abi, preferred| Alignment { abi, preferred };
        DataLayout {
            is_big_endian: false,
            stack_align: None,
            alloca_space: 0,
            program_space: 0,
            globals_space: 0,
            pointers: vec![PointerLayout {
                space: 0,
                bits: 64,
                index_bits: 64,
                align: align(8, 8),
                is_non_integral: false,
                null_is_ones: false,
            }],
            space_names: Vec::new(),
            ints: vec![
                (8, align(1, 1)),
                (16, align(2, 2)),
                (32, align(4, 4)),
                (64, align(4, 8)),
            ],
            floats: vec![
                (16, align(2, 2)),
                (32, align(4, 4)),
                (64, align(8, 8)),
                (128, align(16, 16)),
            ],
            vectors: Vec::new(),
            aggregates: align(1, 8),
            has_element_aligned_vectors: false,
        }
    }
}

impl DataLayout {
    /// Parses the string of `target datalayout`. The error names the part that is wrong.
    pub fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout::default();
        let mut non_integral = Vec::new();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            let parsed = match part.strip_prefix("ni:") {
                Some(spaces) => spaces
                    .split(':')
                    .map(|space| space.parse().ok())
                    .collect::<Option<Vec<u32>>>()
                    .map(|spaces| non_integral.extend(spaces)),
                None => layout.part(part),
            };
            parsed.ok_or_else(|| format!("data layout: `{part}` is not understood"))?;
        }
        for space in non_integral {
            let mut pointer = layout.pointer(space);
            pointer.is_non_integral = true;
            layout.set_pointer(pointer);
        }
        Ok(layout)
    }

    fn part(&mut self, part: &str) -> Option<()> {
        let (first, rest) = part.split_at_checked(1)?;
        let mut fields = rest.split(':');
        let head = fields.next()?;
        match first {
            "e" | "E" if rest.is_empty() => self.is_big_endian = first == "E",
            "S" => self.stack_align = Some(rest.parse::<u64>().ok()? / 8).filter(|it| *it > 0),
            "A" => self.alloca_space = space(rest)?,
            "P" => self.program_space = space(rest)?,
            "G" => self.globals_space = space(rest)?,
            "v" if rest == "e" => self.has_element_aligned_vectors = true,
            "i" | "f" | "v" => {
                let bits = head.parse().ok().filter(|bits| *bits > 0)?;
                let align = alignment(&mut fields)?;
                let specs = match first {
                    "i" => &mut self.ints,
                    "f" => &mut self.floats,
                    _ => &mut self.vectors,
                };
                match specs.binary_search_by_key(&bits, |spec| spec.0) {
                    Ok(at) => specs[at].1 = align,
                    Err(at) => specs.insert(at, (bits, align)),
                }
            }
            "a" => self.aggregates = alignment(&mut fields)?,
            "p" => return self.pointer_part(head, &mut fields),
            // Widths of registers, mangling, and the alignment of functions say nothing about memory.
            // `s` was the alignment of objects on the stack, and has no effect.
            "n" | "m" | "F" | "s" => {}
            _ => return None,
        }
        Some(())
    }

    fn pointer_part<'a>(
        &mut self,
        head: &'a str,
        fields: &mut impl Iterator<Item = &'a str>,
    ) -> Option<()> {
        let number = head.trim_start_matches(['e', 'u', 'z', 'o']);
        let flags = &head[..head.len() - number.len()];
        let (number, name) = match number.split_once('(') {
            Some((number, name)) => (number, Some(name.strip_suffix(')')?)),
            None => (number, None),
        };
        let space = match number {
            "" => 0,
            _ => space(number)?,
        };
        if let Some(name) = name {
            self.space_names.push((name.to_owned(), space));
        }
        let bits = fields.next()?.parse().ok().filter(|bits| *bits > 0)?;
        let (fields, index) = {
            let rest: Vec<&str> = fields.collect();
            let index = rest.get(2).map(|index| index.parse().ok());
            (rest, index.unwrap_or(Some(bits))?)
        };
        self.set_pointer(PointerLayout {
            space,
            bits,
            index_bits: index,
            align: alignment(&mut fields.into_iter().take(2))?,
            is_non_integral: flags.contains(['e', 'u']),
            null_is_ones: flags.contains('o'),
        });
        Some(())
    }

    fn set_pointer(&mut self, pointer: PointerLayout) {
        match self
            .pointers
            .iter_mut()
            .find(|it| it.space == pointer.space)
        {
            Some(known) => *known = pointer,
            None => self.pointers.push(pointer),
        }
    }

    /// The pointers into an address space. Those that the layout does not describe are as in address space 0.
    pub fn pointer(&self, space: u32) -> PointerLayout {
        let known = self.pointers.iter().find(|it| it.space == space);
        known.copied().unwrap_or(PointerLayout {
            space,
            ..self.pointers[0]
        })
    }

    /// The number of an address space that has a name: `A`, `G`, `P`, or one of the layout.
    pub fn space_of_name(&self, name: &str) -> Option<u32> {
        match name {
            "A" => Some(self.alloca_space),
            "G" => Some(self.globals_space),
            "P" => Some(self.program_space),
            _ => {
                let mut names = self.space_names.iter();
                names.find(|it| it.0 == name).map(|it| it.1)
            }
        }
    }

    fn int(&self, bits: u32) -> Alignment {
        let at = self.ints.partition_point(|spec| spec.0 < bits);
        self.ints[at.min(self.ints.len() - 1)].1
    }

    fn float(&self, bits: u32) -> Alignment {
        exact(&self.floats, bits.into()).unwrap_or(natural(u64::from(bits) / 8))
    }
}

/// The number of an address space, which has 24 bits.
fn space(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|number| *number < 1 << 24)
}

/// `abi[:preferred]`, in bits. Zero, which aggregates may have, is one byte.
fn alignment<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Alignment> {
    let bytes = |text: &str| {
        let bits = text.parse::<u16>().ok().filter(|bits| bits % 8 == 0)?;
        (bits == 0 || bits.is_power_of_two()).then_some(u64::from(bits / 8).max(1))
    };
    let abi = bytes(fields.next()?)?;
    let preferred = match fields.next() {
        Some(text) => bytes(text)?,
        None => abi,
    };
    (abi <= preferred).then_some(Alignment { abi, preferred })
}

fn exact(specs: &[(u32, Alignment)], bits: u64) -> Option<Alignment> {
    let at = specs.binary_search_by_key(&bits, |spec| spec.0.into());
    at.ok().map(|at| specs[at].1)
}

/// The alignment of a value of this many bytes that is aligned to its size.
fn natural(bytes: u64) -> Alignment {
    let align = bytes.max(1).next_power_of_two();
    Alignment {
        abi: align,
        preferred: align,
    }
}

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The bits of a value. Padding between elements and fields is a part of them, padding at the end of a scalar is not.
    pub bits: u64,
    /// True if the size is that for `vscale` 1, and each further `vscale` adds as much.
    pub is_scalable: bool,
    /// The alignment.
    pub align: Alignment,
}

impl Size {
    /// The number of bytes that a store writes.
    pub fn store_bytes(self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// The distance of two elements of an array in bytes.
    pub fn alloc_bytes(self) -> u64 {
        let bytes = self.store_bytes();
        bytes
            .checked_next_multiple_of(self.align.abi)
            .unwrap_or(bytes)
    }
}

/// Sizes of the types of a module.
pub struct Sizes<'m> {
    layout: &'m DataLayout,
    module: &'m Module,
    named: FxHashMap<Name, Type>,
    known: RefCell<FxHashMap<Type, Option<Size>>>,
}

impl<'m> Sizes<'m> {
    /// Sizes of the types of `module` in `layout`.
    pub fn new(layout: &'m DataLayout, module: &'m Module) -> Sizes<'m> {
        let named = module.items.iter().filter_map(|item| match item {
            Item::Type(name, Some(ty)) => Some((*name, *ty)),
            _ => None,
        });
        Sizes {
            layout,
            module,
            named: named.collect(),
            known: RefCell::default(),
        }
    }

    /// The definition of a named struct, and any other type as it is.
    pub fn resolve(&self, ty: Type) -> Type {
        match self.types().get(ty) {
            TypeKind::Named(name) => self.named.get(name).copied().unwrap_or(ty),
            _ => ty,
        }
    }

    fn types(&self) -> &'m Types {
        &self.module.types
    }

    /// The number of an address space.
    pub fn space(&self, space: AddrSpace) -> Option<u32> {
        match space {
            AddrSpace::Default => Some(0),
            AddrSpace::Number(number) => Some(number),
            AddrSpace::Named(name) => self.layout.space_of_name(self.module.names.get(name)),
        }
    }

    /// The size of a type; none for types without a size, that contain themselves, or that are larger than 2⁶⁴ bits.
    pub fn of(&self, ty: Type) -> Option<Size> {
        if let Some(known) = self.known.borrow().get(&ty) {
            return *known;
        }
        // A type that contains itself finds this.
        self.known.borrow_mut().insert(ty, None);
        let size = self.compute(ty);
        self.known.borrow_mut().insert(ty, size);
        size
    }

    fn compute(&self, ty: Type) -> Option<Size> {
        let fixed = |bits: u32, align| Size {
            bits: bits.into(),
            is_scalable: false,
            align,
        };
        Some(match self.types().get(ty) {
            TypeKind::Int(bits) | TypeKind::Byte(bits) => fixed(*bits, self.layout.int(*bits)),
            TypeKind::Float(kind) => fixed(kind.bits(), self.layout.float(kind.bits())),
            TypeKind::Ptr(space) => {
                let pointer = self.layout.pointer(self.space(*space)?);
                fixed(pointer.bits, pointer.align)
            }
            TypeKind::Opaque(name) => match self.module.names.get(*name) {
                "x86_amx" => fixed(8192, natural(64)),
                "x86_mmx" => fixed(64, natural(8)),
                _ => return None,
            },
            TypeKind::Vector {
                is_scalable,
                length,
                element,
            } => {
                let element = self.of(*element)?;
                let bits = element.bits.checked_mul(u64::from(*length))?;
                let align = match exact(&self.layout.vectors, bits) {
                    Some(align) => align,
                    None if self.layout.has_element_aligned_vectors => element.align,
                    None => natural(bits.div_ceil(8)),
                };
                Size {
                    bits,
                    is_scalable: *is_scalable,
                    align,
                }
            }
            TypeKind::Array { length, element } => {
                let element = self.of(*element)?;
                let bytes = element.alloc_bytes().checked_mul(*length)?;
                Size {
                    bits: bytes.checked_mul(8)?,
                    ..element
                }
            }
            TypeKind::Struct { .. } => self.fields(ty)?.1,
            TypeKind::Named(_) => {
                let definition = self.resolve(ty);
                return (definition != ty).then(|| self.of(definition)).flatten();
            }
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::Function { .. }
            | TypeKind::Target(_) => return None,
        })
    }

    /// The offsets of the fields of a struct in bytes, and its size.
    pub fn fields(&self, ty: Type) -> Option<(Vec<u64>, Size)> {
        let TypeKind::Struct { is_packed, fields } = self.types().get(self.resolve(ty)) else {
            return None;
        };
        let mut offsets = Vec::with_capacity(fields.len());
        let (mut at, mut is_scalable) = (0u64, false);
        let mut align = Alignment {
            abi: 1,
            preferred: 1,
        };
        for field in fields {
            let field = self.of(*field)?;
            is_scalable |= field.is_scalable;
            if !is_packed {
                at = at.checked_next_multiple_of(field.align.abi)?;
                align.abi = align.abi.max(field.align.abi);
            }
            offsets.push(at);
            at = at.checked_add(field.alloc_bytes())?;
        }
        align.preferred = align.abi.max(self.layout.aggregates.preferred);
        if !is_packed {
            at = at.checked_next_multiple_of(align.abi)?;
            align.abi = align.abi.max(self.layout.aggregates.abi);
        }
        let bits = at.checked_mul(8)?;
        let size = Size {
            bits,
            is_scalable,
            align,
        };
        Some((offsets, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// Asserts size in bits, size in an array in bytes, ABI and preferred alignment of types in a layout.
    fn check(layout: &str, types: &[(&str, [u64; 4])]) {
        let layout = DataLayout::parse(layout).unwrap();
        for (ty, expected) in types {
            let text = format!(
                "%t = type {{ i8, i64 }}\n%r = type {{ %r }}\n%n = type {{ %n }}\n@x = external global {ty}\n"
            );
            let module = parse::module(&text).unwrap();
            let Some(Item::Global(global)) = module.items.last() else {
                unreachable!();
            };
            let size = Sizes::new(&layout, &module).of(global.ty).unwrap();
            let actual = [
                size.bits,
                size.alloc_bytes(),
                size.align.abi,
                size.align.preferred,
            ];
            assert_eq!(actual, *expected, "{ty}");
        }
    }

    #[test]
    fn defaults_are_those_of_llvm() {
        check(
            "",
            &[
                ("i1", [1, 1, 1, 1]),
                ("i24", [24, 4, 4, 4]),
                ("i64", [64, 8, 4, 8]),
                ("i128", [128, 16, 4, 8]),
                ("i65", [65, 12, 4, 8]),
                ("b16", [16, 2, 2, 2]),
                ("half", [16, 2, 2, 2]),
                ("double", [64, 8, 8, 8]),
                ("x86_fp80", [80, 16, 16, 16]),
                ("fp128", [128, 16, 16, 16]),
                ("ptr", [64, 8, 8, 8]),
                ("ptr addrspace(3)", [64, 8, 8, 8]),
                ("<4 x i32>", [128, 16, 16, 16]),
                ("<3 x i32>", [96, 16, 16, 16]),
                ("<9 x i1>", [9, 2, 2, 2]),
                ("<vscale x 2 x i64>", [128, 16, 16, 16]),
                ("[3 x i24]", [96, 12, 4, 4]),
                ("%t", [96, 12, 4, 8]),
                ("<{ i8, i64 }>", [72, 9, 1, 8]),
                ("{}", [0, 0, 1, 8]),
                ("[0 x i64]", [0, 0, 4, 8]),
            ],
        );
    }

    #[test]
    fn layouts_say_otherwise() {
        check(
            X86_64,
            &[
                ("i64", [64, 8, 8, 8]),
                ("i128", [128, 16, 16, 16]),
                ("x86_fp80", [80, 16, 16, 16]),
                ("ptr addrspace(270)", [32, 4, 4, 4]),
                ("%t", [128, 16, 8, 8]),
                ("{ i8, x86_fp80, i8 }", [384, 48, 16, 16]),
            ],
        );
        check(
            "E-p:32:32-i64:64-f80:32-v128:64:128-a:8:16-n32",
            &[
                ("ptr", [32, 4, 4, 4]),
                ("x86_fp80", [80, 12, 4, 4]),
                ("<4 x i32>", [128, 16, 8, 16]),
                ("{ i8 }", [8, 1, 1, 2]),
                ("{ i8, <4 x i32>, ptr }", [256, 32, 8, 8]),
            ],
        );
        check(
            "e-ve-a:32",
            &[("<3 x i16>", [48, 6, 2, 2]), ("{ i8 }", [8, 4, 4, 4])],
        );
    }

    #[test]
    fn pointers_have_their_own_properties() {
        let layout =
            DataLayout::parse("E-p:32:32-pu2(two):64:64:64:32-po3:16:16-ni:4-A5-S64-P1-G2");
        let layout = layout.unwrap();
        assert!(layout.is_big_endian);
        assert_eq!((layout.alloca_space, layout.program_space), (5, 1));
        assert_eq!((layout.globals_space, layout.stack_align), (2, Some(8)));
        assert_eq!(layout.space_of_name("A"), Some(5));
        assert_eq!(layout.space_of_name("two"), Some(2));
        assert_eq!(layout.space_of_name("three"), None);
        let pointer = |space| layout.pointer(space);
        assert_eq!((pointer(2).bits, pointer(2).index_bits), (64, 32));
        assert!(pointer(2).is_non_integral && pointer(4).is_non_integral);
        assert!(pointer(3).null_is_ones && !pointer(3).is_non_integral);
        assert_eq!((pointer(7).space, pointer(7).bits), (7, 32));
    }

    #[test]
    fn malformed_layouts_are_refused() {
        for text in [
            "x",
            "i32",
            "i0:8",
            "p:64",
            "i32:24",
            "i32:65536",
            "i32:64:32",
            "p(a:8:8",
            "ni:x",
            "ee",
        ] {
            assert!(DataLayout::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn fields_have_offsets_and_odd_types_no_size() {
        let text = "%n = type { %n }\n%o = type opaque\n@a = external global { i8, i16, [2 x ptr] }
@b = external global %n\n@c = external global %o\n@d = external global [99999999999 x [99999999999 x i8]]
@e = external global target(\"x\")\n";
        let module = parse::module(text).unwrap();
        let layout = DataLayout::default();
        let sizes = Sizes::new(&layout, &module);
        let mut types = module.items.iter().filter_map(|item| match item {
            Item::Global(global) => Some(global.ty),
            _ => None,
        });
        let (offsets, size) = sizes.fields(types.next().unwrap()).unwrap();
        assert_eq!((offsets, size.bits), (vec![0, 2, 8], 192));
        assert_eq!(types.map(|ty| sizes.of(ty)).collect::<Vec<_>>(), [None; 4]);
    }
}
