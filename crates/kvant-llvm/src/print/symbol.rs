//! Variables, aliases and functions.

use super::Printer;
use crate::syntax::{
    Alias, DllStorage, Function, Global, Linkage, Preemption, Properties, Tailing, Types,
    Visibility,
};

impl<'m> Printer<'m> {
    /// The properties before the kind of a symbol, with a blank behind each.
    fn properties(&mut self, properties: Properties) {
        let words = [
            properties.linkage.map(Linkage::text),
            properties.preemption.map(Preemption::text),
            properties.visibility.map(Visibility::text),
            properties.dll.map(DllStorage::text),
        ];
        for word in words.into_iter().flatten() {
            self.put(word);
            self.put(" ");
        }
    }

    pub(super) fn global(&mut self, global: &Global) {
        self.symbol('@', global.name);
        self.put(" = ");
        self.properties(global.properties);
        self.variable_properties(global.properties);
        if !matches!(global.space, crate::syntax::AddrSpace::Default) {
            self.space(global.space);
            self.put(" ");
        }
        if global.is_externally_initialized {
            self.put("externally_initialized ");
        }
        self.put(if global.is_constant {
            "constant "
        } else {
            "global "
        });
        self.ty(global.ty);
        if let Some(init) = global.init {
            self.put(" ");
            self.value(global.ty, init);
        }
        for property in &global.tail {
            self.put(", ");
            self.tailing(property);
        }
        self.attributes(&global.attributes);
    }

    fn variable_properties(&mut self, properties: Properties) {
        match properties.thread_local {
            None => {}
            Some(None) => self.put("thread_local "),
            Some(Some(model)) => {
                self.put("thread_local(");
                self.put(model.text());
                self.put(") ");
            }
        }
        if let Some(unnamed) = properties.unnamed_addr {
            self.put(unnamed.text());
            self.put(" ");
        }
    }

    pub(super) fn alias(&mut self, alias: &Alias) {
        self.symbol('@', alias.name);
        self.put(" = ");
        self.properties(alias.properties);
        self.variable_properties(alias.properties);
        self.put(if alias.is_ifunc { "ifunc " } else { "alias " });
        self.ty(alias.ty);
        self.put(", ");
        match alias.target.ty == Types::VOID {
            true => self.value(alias.target.ty, alias.target.value),
            false => self.typed(alias.target),
        }
        for property in &alias.tail {
            self.put(", ");
            self.tailing(property);
        }
    }

    fn tailing(&mut self, property: &Tailing) {
        match property {
            Tailing::Section(text) => {
                self.put("section ");
                self.quoted(*text);
            }
            Tailing::Partition(text) => {
                self.put("partition ");
                self.quoted(*text);
            }
            Tailing::CodeModel(text) => {
                self.put("code_model ");
                self.quoted(*text);
            }
            Tailing::Gc(text) => {
                self.put("gc ");
                self.quoted(*text);
            }
            Tailing::Comdat(name) => {
                self.put("comdat");
                if let Some(name) = name {
                    self.put("(");
                    self.symbol('$', *name);
                    self.put(")");
                }
            }
            Tailing::Align(value) => {
                self.put("align ");
                self.number(value);
            }
            Tailing::PrefAlign(value) => {
                self.put("prefalign(");
                self.number(value);
                self.put(")");
            }
            Tailing::Sanitizer(word) => self.put_name(*word),
            Tailing::Prefix(value) => {
                self.put("prefix ");
                self.typed(*value);
            }
            Tailing::Prologue(value) => {
                self.put("prologue ");
                self.typed(*value);
            }
            Tailing::Personality(value) => {
                self.put("personality ");
                self.typed(*value);
            }
            Tailing::Attachment(attachment) => self.attachment(attachment),
        }
    }

    pub(super) fn function(&mut self, function: &'m Function) {
        self.put(if function.body.is_some() {
            "define "
        } else {
            "declare "
        });
        for attachment in &function.early {
            self.attachment(attachment);
            self.put(" ");
        }
        self.properties(function.properties);
        if let Some(convention) = function.convention {
            self.put_name(convention);
            self.put(" ");
        }
        for attribute in &function.result_attributes {
            self.attribute(attribute, false);
            self.put(" ");
        }
        self.ty(function.result);
        self.put(" ");
        self.symbol('@', function.name);
        self.put("(");
        self.list(&function.parameters, |printer, parameter| {
            printer.ty(parameter.ty);
            printer.attributes(&parameter.attributes);
            if let Some(name) = parameter.name {
                printer.put(" ");
                printer.symbol('%', name);
            }
        });
        match (function.is_variadic, function.parameters.is_empty()) {
            (true, true) => self.put("..."),
            (true, false) => self.put(", ..."),
            (false, _) => {}
        }
        self.put(")");
        if let Some(unnamed) = function.properties.unnamed_addr {
            self.put(" ");
            self.put(unnamed.text());
        }
        self.space(function.space);
        self.attributes(&function.attributes);
        for property in &function.tail {
            self.put(" ");
            self.tailing(property);
        }
        if let Some(body) = &function.body {
            self.put(" {\n");
            self.body(body);
            self.put("}");
        }
    }
}
