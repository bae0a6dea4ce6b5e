//! Declarations and their order.

use super::ty::keyword;
use super::{Printer, attribute, completed_before, needs_forward_declarations, refers_ahead};
use crate::{
    Enumeration, Field, FnId, Function, Global, Linkage, LocalId, Program, Record, RecordId,
};

/// Appends each line as a comment.
pub(super) fn comment(head: &str, out: &mut String) {
    for line in head.lines() {
        out.push_str("// ");
        // A backslash at the end would continue the comment in the next line.
        out.push_str(line.trim_end_matches('\\'));
        out.push('\n');
    }
}

impl<'a> Printer<'a> {
    /// Prints the program's own text.
    pub(super) fn program(&mut self) {
        self.types();
        for n in 0..self.program.functions.len() {
            self.function_head(FnId(n as u32));
            self.push(";\n");
        }
        self.push("\n");
        self.globals();
        for (n, function) in self.program.functions.iter().enumerate() {
            self.push("\n");
            self.function_head(FnId(n as u32));
            self.push(" ");
            self.body(function);
            self.push("\n");
        }
    }

    fn types(&mut self) {
        let program = self.program;
        for enumeration in &program.enums {
            self.enumeration(enumeration);
        }
        if needs_forward_declarations(program) {
            for n in 0..program.records.len() {
                let name = self.record_name(RecordId(n as u32));
                self.push(&format!("{name};\n"));
            }
        }
        let mut waiting: Vec<usize> = (0..program.typedefs.len()).collect();
        for complete in 0..=program.records.len() {
            self.typedefs(&mut waiting, complete);
            if let Some(record) = program.records.get(complete) {
                self.record(record);
            }
        }
        self.push("\n");
    }

    /// Prints the typedefs that can be written once this number of records is complete.
    fn typedefs(&mut self, waiting: &mut Vec<usize>, complete: usize) {
        let program: &'a Program = self.program;
        waiting.retain(|&n| {
            let typedef = &program.typedefs[n];
            let ready = completed_before(program, typedef.ty) <= complete;
            if ready {
                let name = format!("{}{}", self.prefix, typedef.name);
                let declaration = self.declarator(typedef.ty, name);
                self.push(&format!("typedef {declaration};\n"));
                self.typedefs.entry(typedef.ty.id).or_insert(&typedef.name);
            }
            !ready
        });
    }

    fn enumeration(&mut self, enumeration: &Enumeration) {
        self.push("enum ");
        self.name(Some(&enumeration.name));
        self.push(" {");
        for (n, (name, value)) in enumeration.constants.iter().enumerate() {
            self.push(if n > 0 { ", " } else { " " });
            self.name(Some(name));
            match value {
                // The negation of 2147483648 would be a `long`.
                &i32::MIN => self.push(" = (-2147483647 - 1)"),
                value => self.push(&format!(" = {value}")),
            }
        }
        self.push(" };\n");
    }

    fn record(&mut self, record: &Record) {
        self.push(keyword(record.kind));
        let aligned = record.align.map(|align| format!("aligned({align})"));
        let packed = record.packed.then(|| "packed".to_owned());
        let attributes: Vec<String> = packed.into_iter().chain(aligned).collect();
        if !attributes.is_empty() {
            self.push(&format!(" __attribute__(({}))", attributes.join(", ")));
        }
        self.push(" ");
        self.name(Some(&record.name));
        self.push(" {");
        for field in &record.fields {
            self.push("\n    ");
            self.field(field);
        }
        self.push("\n};\n");
    }

    fn field(&mut self, field: &Field) {
        let name = field.name.clone().unwrap_or_default();
        // tcc takes a typedef name for the name of an unnamed bit-field.
        let hidden = match field.is_unnamed() {
            true => self.typedefs.remove(&field.ty.id),
            false => None,
        };
        let declarator = self.declarator(field.ty, name);
        if let Some(name) = hidden {
            self.typedefs.insert(field.ty.id, name);
        }
        self.push(&declarator);
        if let Some(bits) = field.bits {
            self.push(&format!(" : {bits}"));
        }
        self.push(";");
    }

    fn globals(&mut self) {
        let program = self.program;
        if refers_ahead(program) {
            for global in &program.globals {
                let word = match global.linkage {
                    Linkage::External => "extern ",
                    Linkage::Internal => "static ",
                };
                self.push(word);
                self.global_declarator(global);
                self.variable(global.ty, global.align, None);
                self.push("\n");
            }
        }
        for global in &program.globals {
            if global.linkage == Linkage::Internal {
                self.push("static ");
            }
            self.global_declarator(global);
            self.variable(global.ty, global.align, global.init.as_ref());
            self.push("\n");
        }
    }

    fn global_declarator(&mut self, global: &Global) {
        let name = format!("{}{}", self.prefix, global.name);
        let declarator = self.declarator(global.ty, name);
        self.push(&declarator);
    }

    fn function_head(&mut self, id: FnId) {
        let function = self.program.function(id);
        if function.linkage == Linkage::Internal {
            self.push("static ");
        }
        for said in &function.attributes {
            self.push(attribute(*said));
            self.push(" ");
        }
        let mut head = format!("{}{}(", self.prefix, function.name);
        for n in 0..function.parameters {
            if n > 0 {
                head.push_str(", ");
            }
            match function.locals.get(LocalId(n).index()) {
                Some(local) => head.push_str(&self.declarator(local.ty, local.name.clone())),
                None => head.push('?'),
            }
        }
        head.push_str(match (function.parameters, function.variadic) {
            (0, _) => "void)",
            (_, true) => ", ...)",
            (_, false) => ")",
        });
        let declaration = self.declarator(function.result, head);
        self.push(&declaration);
    }

    fn body(&mut self, function: &'a Function) {
        self.function = Some(function);
        self.block(Function::BODY, None);
        self.function = None;
    }
}
