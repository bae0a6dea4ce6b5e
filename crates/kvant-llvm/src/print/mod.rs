//! The printer. Its faithful form adds nothing to a module: LLVM reads the printed text as it reads the original.

mod body;
mod symbol;
mod value;

use crate::dialect::pin::{Pin, pin};
use crate::names::Name;
use crate::syntax::{
    AddrSpace, Attachment, Attribute, Attributes, Body, Const, Instruction, Item, LocalInfo,
    Metadata, Module, Type, TypeKind,
};

/// The text of a module.
pub fn module(module: &Module) -> String {
    let mut printer = Printer {
        module,
        constants: &module.constants,
        locals: &[],
        out: String::new(),
    };
    for item in &module.items {
        printer.item(item);
    }
    printer.out
}

/// The text of a module for a compiler: the same program for every version that reads it. See [`pin`] for what is made explicit and
/// what is left out; debug records and `!dbg` are. Floats are written in forms that all versions read. The error is about the data
/// layout.
pub fn pinned(module: &Module, target: &Pin) -> Result<String, String> {
    Ok(self::module(&pin(module, target)?))
}

/// The text of a type.
pub fn ty(module: &Module, ty: Type) -> String {
    let mut printer = Printer {
        module,
        constants: &[],
        locals: &[],
        out: String::new(),
    };
    printer.ty(ty);
    printer.out
}

/// The text of an instruction, on one line.
pub fn instruction(module: &Module, body: &Body, instruction: &Instruction) -> String {
    let mut printer = Printer {
        module,
        constants: &body.constants,
        locals: &body.locals,
        out: String::new(),
    };
    printer.instruction(instruction);
    printer.out.replace("\n    ", " ").replace("\n  ", " ")
}

struct Printer<'m> {
    module: &'m Module,
    /// The constants of the current function, or of the module.
    constants: &'m [Const],
    /// The locals of the current function.
    locals: &'m [LocalInfo],
    out: String,
}

impl<'m> Printer<'m> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&self, name: Name) -> &'m str {
        self.module.names.get(name)
    }

    fn put_name(&mut self, name: Name) {
        self.out.push_str(self.module.names.get(name));
    }

    fn symbol(&mut self, sigil: char, name: Name) {
        self.out.push(sigil);
        self.module.names.write_symbol(name, &mut self.out);
    }

    fn quoted(&mut self, name: Name) {
        self.put("\"");
        self.put_name(name);
        self.put("\"");
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        use std::fmt::Write as _;
        // Writing to a string does not fail.
        let _ = write!(self.out, "{number}");
    }

    /// Items with commas between them.
    fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            print(self, item);
        }
    }

    fn item(&mut self, item: &'m Item) {
        match item {
            Item::SourceFile(name) => {
                self.put("source_filename = ");
                self.quoted(*name);
            }
            Item::Triple(name) => {
                self.put("target triple = ");
                self.quoted(*name);
            }
            Item::DataLayout(name) => {
                self.put("target datalayout = ");
                self.quoted(*name);
            }
            Item::Asm(text) => {
                self.put("module asm ");
                self.put_name(*text);
            }
            Item::Type(name, ty) => {
                self.symbol('%', *name);
                self.put(" = type ");
                match ty {
                    Some(ty) => self.ty(*ty),
                    None => self.put("opaque"),
                }
            }
            Item::Comdat(name, kind) => {
                self.symbol('$', *name);
                self.put(" = comdat ");
                self.put_name(*kind);
            }
            Item::Global(global) => self.global(global),
            Item::Alias(alias) => self.alias(alias),
            Item::Function(function) => self.function(function),
            Item::Attributes(number, attributes) => {
                self.put("attributes #");
                self.number(number);
                self.put(" = {");
                for attribute in attributes {
                    self.put(" ");
                    self.attribute(attribute, true);
                }
                self.put(" }");
            }
            Item::Metadata(number, is_distinct, node) => {
                self.put("!");
                self.number(number);
                self.put(if *is_distinct { " = distinct " } else { " = " });
                self.metadata(node);
            }
            Item::NamedMetadata(name, nodes) => {
                self.put("!");
                self.put_name(*name);
                self.put(" = !{");
                self.list(nodes, Printer::metadata);
                self.put("}");
            }
            Item::Text(text) => self.put_name(*text),
        }
        self.put("\n");
    }

    fn ty(&mut self, ty: Type) {
        match self.module.types.get(ty) {
            TypeKind::Void => self.put("void"),
            TypeKind::Label => self.put("label"),
            TypeKind::Metadata => self.put("metadata"),
            TypeKind::Token => self.put("token"),
            TypeKind::Opaque(name) => self.put_name(*name),
            TypeKind::Int(bits) => {
                self.put("i");
                self.number(bits);
            }
            TypeKind::Byte(bits) => {
                self.put("b");
                self.number(bits);
            }
            TypeKind::Float(kind) => self.put(kind.text()),
            TypeKind::Ptr(space) => {
                self.put("ptr");
                self.space(*space);
            }
            TypeKind::Vector {
                is_scalable,
                length,
                element,
            } => {
                self.put(if *is_scalable { "<vscale x " } else { "<" });
                self.number(length);
                self.put(" x ");
                self.ty(*element);
                self.put(">");
            }
            TypeKind::Array { length, element } => {
                self.put("[");
                self.number(length);
                self.put(" x ");
                self.ty(*element);
                self.put("]");
            }
            TypeKind::Struct { is_packed, fields } => {
                self.put(if *is_packed { "<{ " } else { "{ " });
                self.list(fields, |printer, field| printer.ty(*field));
                self.put(if *is_packed { " }>" } else { " }" });
            }
            TypeKind::Named(name) => self.symbol('%', *name),
            TypeKind::Function {
                result,
                parameters,
                is_variadic,
            } => {
                self.ty(*result);
                self.put(" (");
                self.list(parameters, |printer, parameter| printer.ty(*parameter));
                match (is_variadic, parameters.is_empty()) {
                    (true, true) => self.put("..."),
                    (true, false) => self.put(", ..."),
                    (false, _) => {}
                }
                self.put(")");
            }
            TypeKind::Target(text) => {
                self.put("target(");
                self.put_name(*text);
                self.put(")");
            }
        }
    }

    /// ` addrspace(1)`, unless it is the default one.
    fn space(&mut self, space: AddrSpace) {
        match space {
            AddrSpace::Default => {}
            AddrSpace::Number(number) => {
                self.put(" addrspace(");
                self.number(number);
                self.put(")");
            }
            AddrSpace::Named(name) => {
                self.put(" addrspace(");
                self.quoted(name);
                self.put(")");
            }
        }
    }

    /// Attributes, with a blank before each.
    fn attributes(&mut self, attributes: &Attributes) {
        for attribute in attributes {
            self.put(" ");
            self.attribute(attribute, false);
        }
    }

    fn attribute(&mut self, attribute: &Attribute, in_group: bool) {
        match attribute {
            Attribute::Word(name) => self.put_name(*name),
            Attribute::Int(name, value) => {
                self.put_name(*name);
                let (before, after) = match self.name(*name) {
                    "align" | "alignstack" if in_group => ("=", ""),
                    "align" => (" ", ""),
                    _ => ("(", ")"),
                };
                self.put(before);
                self.number(value);
                self.put(after);
            }
            Attribute::Type(name, ty) => {
                self.put_name(*name);
                self.put("(");
                self.ty(*ty);
                self.put(")");
            }
            Attribute::Text(name, text) => {
                self.put_name(*name);
                self.put("(");
                self.put_name(*text);
                self.put(")");
            }
            Attribute::String(key, value) => {
                self.quoted(*key);
                if let Some(value) = value {
                    self.put("=");
                    self.quoted(*value);
                }
            }
            Attribute::Group(number) => {
                self.put("#");
                self.number(number);
            }
        }
    }

    fn metadata(&mut self, metadata: &Metadata) {
        match metadata {
            Metadata::Node(number) => {
                self.put("!");
                self.number(number);
            }
            Metadata::Tuple(elements) => {
                self.put("!{");
                self.list(elements, Printer::metadata);
                self.put("}");
            }
            Metadata::Special(text) => self.put_name(*text),
            Metadata::String(text) => {
                self.put("!");
                self.quoted(*text);
            }
            Metadata::Value(value) => self.typed(*value),
            Metadata::Null => self.put("null"),
        }
    }

    fn attachment(&mut self, attachment: &Attachment) {
        self.put("!");
        self.put_name(attachment.kind);
        self.put(" ");
        self.metadata(&attachment.node);
    }
}
