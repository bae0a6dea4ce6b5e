//! Variables, aliases, and the heads of functions.

use kvant_text::Result;

use super::Parser;
use super::attribute::Place;
use crate::lexer::Kind;
use crate::names::Name;
use crate::syntax::{
    Alias, DllStorage, Function, Global, Item, Linkage, Parameter, Preemption, Properties, Tailing,
    TlsModel, Typed, Types, UnnamedAddr, Visibility,
};

impl Parser<'_> {
    /// Linkage, preemption, visibility and DLL storage class.
    fn properties(&mut self) -> Properties {
        let mut properties = Properties::default();
        macro_rules! maybe {
            ($field:ident, $words:ident) => {
                properties.$field = $words::from_text(self.word());
                if properties.$field.is_some() {
                    self.advance();
                }
            };
        }
        maybe!(linkage, Linkage);
        maybe!(preemption, Preemption);
        maybe!(visibility, Visibility);
        maybe!(dll, DllStorage);
        properties
    }

    fn unnamed_addr(&mut self) -> Option<UnnamedAddr> {
        let found = UnnamedAddr::from_text(self.word())?;
        self.advance();
        Some(found)
    }

    pub(super) fn global_or_alias(&mut self) -> Result<Item> {
        let name = self.defined_symbol()?;
        self.advance();
        self.expect(b'=')?;
        let mut properties = self.properties();
        if self.take_word("thread_local") {
            let mut model = None;
            if self.take(b'(') {
                model = TlsModel::from_text(self.word());
                if model.is_none() {
                    return Err(self.expected("a model of thread-local storage"));
                }
                self.advance();
                self.expect(b')')?;
            }
            properties.thread_local = Some(model);
        }
        properties.unnamed_addr = self.unnamed_addr();
        match self.word() {
            "alias" | "ifunc" => self.alias(name, properties),
            _ => self.global(name, properties),
        }
    }

    fn global(&mut self, name: Name, properties: Properties) -> Result<Item> {
        let space = self.optional_addr_space()?;
        let is_externally_initialized = self.take_word("externally_initialized");
        let is_constant = match self.word() {
            "constant" => true,
            "global" => false,
            _ => return Err(self.expected("`global` or `constant`")),
        };
        self.advance();
        let ty = self.ty()?;
        let is_declared = matches!(
            properties.linkage,
            Some(Linkage::External | Linkage::ExternWeak)
        );
        let init = match is_declared {
            true => None,
            false => Some(self.value(ty)?),
        };
        let mut tail = Vec::new();
        while self.take(b',') {
            let Some(property) = self.tailing()? else {
                return Err(self.expected("a property of a variable"));
            };
            tail.push(property);
        }
        let attributes = self.attributes(Place::Function)?;
        Ok(Item::Global(Box::new(Global {
            name,
            properties,
            space,
            is_externally_initialized,
            is_constant,
            ty,
            init,
            tail: tail.into(),
            attributes,
        })))
    }

    fn alias(&mut self, name: Name, properties: Properties) -> Result<Item> {
        let is_ifunc = self.word() == "ifunc";
        self.advance();
        let ty = self.ty()?;
        self.expect(b',')?;
        let is_bare = matches!(
            self.word(),
            "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr"
        );
        let target = match is_bare {
            true => Typed {
                ty: Types::VOID,
                value: self.value(Types::PTR)?,
            },
            false => self.typed()?,
        };
        let mut tail = Vec::new();
        while self.take(b',') {
            let Some(property) = self.tailing()? else {
                return Err(self.expected("a property of an alias"));
            };
            tail.push(property);
        }
        Ok(Item::Alias(Box::new(Alias {
            name,
            properties,
            is_ifunc,
            ty,
            target,
            tail: tail.into(),
        })))
    }

    /// A property behind a symbol, if there is one.
    fn tailing(&mut self) -> Result<Option<Tailing>> {
        if self.token.kind == Kind::Kind {
            return Ok(Some(Tailing::Attachment(self.attachment()?)));
        }
        let word = self.word();
        let quoted = match word {
            "section" => Some(Tailing::Section as fn(Name) -> Tailing),
            "partition" => Some(Tailing::Partition as fn(Name) -> Tailing),
            "code_model" => Some(Tailing::CodeModel as fn(Name) -> Tailing),
            "gc" => Some(Tailing::Gc as fn(Name) -> Tailing),
            _ => None,
        };
        if let Some(property) = quoted {
            self.advance();
            return Ok(Some(property(self.string()?)));
        }
        let typed = match word {
            "prefix" => Some(Tailing::Prefix as fn(Typed) -> Tailing),
            "prologue" => Some(Tailing::Prologue as fn(Typed) -> Tailing),
            "personality" => Some(Tailing::Personality as fn(Typed) -> Tailing),
            _ => None,
        };
        if let Some(property) = typed {
            self.advance();
            return Ok(Some(property(self.typed()?)));
        }
        Ok(Some(match word {
            "comdat" => {
                self.advance();
                let mut name = None;
                if self.take(b'(') {
                    if self.token.kind != Kind::Comdat {
                        return Err(self.expected("a comdat"));
                    }
                    name = Some(self.symbol());
                    self.advance();
                    self.expect(b')')?;
                }
                Tailing::Comdat(name)
            }
            "align" => {
                self.advance();
                Tailing::Align(self.alignment()?)
            }
            "prefalign" => {
                self.advance();
                self.expect(b'(')?;
                let value = self.alignment()?;
                self.expect(b')')?;
                Tailing::PrefAlign(value)
            }
            "no_sanitize_address"
            | "no_sanitize_hwaddress"
            | "sanitize_memtag"
            | "sanitize_address_dyninit" => {
                self.advance();
                Tailing::Sanitizer(self.names.intern(word))
            }
            _ => return Ok(None),
        }))
    }

    pub(super) fn function(&mut self, is_definition: bool) -> Result<Item> {
        self.advance();
        let mut early = Vec::new();
        while !is_definition && self.token.kind == Kind::Kind {
            early.push(self.attachment()?);
        }
        let mut properties = self.properties();
        let convention = self.convention()?;
        let result_attributes = self.attributes(Place::Result)?;
        let result = self.ty_or_void()?;
        if self.token.kind != Kind::Global {
            return Err(self.expected("the name of a function"));
        }
        let name = self.defined_symbol()?;
        self.advance();
        self.expect(b'(')?;
        let (parameters, is_variadic) = self.parameters()?;
        properties.unnamed_addr = self.unnamed_addr();
        let space = self.optional_addr_space()?;
        let attributes = self.attributes(Place::Function)?;
        let mut tail = Vec::new();
        // Metadata behind a declaration is the next item.
        while is_definition || self.token.kind != Kind::Kind {
            let at = self.token.start;
            let is_behind = matches!(tail.last(), Some(Tailing::Attachment(_)));
            match self.tailing()? {
                Some(Tailing::Attachment(it)) => tail.push(Tailing::Attachment(it)),
                Some(_) if is_behind => {
                    return Err(self.error_at(at, "metadata is behind other properties"));
                }
                Some(property) => tail.push(property),
                None => break,
            }
        }
        let mut function = Function {
            name,
            properties,
            early: early.into(),
            convention,
            result_attributes,
            result,
            parameters,
            is_variadic,
            space,
            attributes,
            tail: tail.into(),
            body: None,
        };
        if is_definition {
            self.body(&mut function)?;
        }
        Ok(Item::Function(Box::new(function)))
    }

    fn parameters(&mut self) -> Result<(Box<[Parameter]>, bool)> {
        let mut parameters = Vec::new();
        if self.take(b')') {
            return Ok((parameters.into(), false));
        }
        loop {
            if self.token.kind == Kind::Dots {
                self.advance();
                self.expect(b')')?;
                return Ok((parameters.into(), true));
            }
            let ty = self.ty()?;
            let attributes = self.attributes(Place::Parameter)?;
            let name = (self.token.kind == Kind::Local).then(|| self.symbol());
            if name.is_some() {
                self.advance();
            }
            parameters.push(Parameter {
                ty,
                attributes,
                name,
            });
            if !self.take(b',') {
                self.expect(b')')?;
                return Ok((parameters.into(), false));
            }
        }
    }

    /// A calling convention, as it is written, if there is one.
    pub(super) fn convention(&mut self) -> Result<Option<Name>> {
        let word = self.word();
        let digits = word.strip_prefix("cc");
        if digits == Some("") {
            self.advance();
            let number = self.u32()?;
            return Ok(Some(self.names.intern(&format!("cc {number}"))));
        }
        let is_numbered = digits.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        if let (true, Some(digits)) = (is_numbered, digits) {
            self.advance();
            return Ok(Some(self.names.intern(&format!("cc {digits}"))));
        }
        if !CONVENTIONS.contains(&word) {
            return Ok(None);
        }
        self.advance();
        let name = self.names.intern(word);
        if word == "riscv_vls_cc" && self.is(b'(') {
            let start = self.end - word.len();
            self.skip_balanced()?;
            return Ok(Some(self.text_since(start)));
        }
        Ok(Some(name))
    }
}

const CONVENTIONS: [&str; 57] = [
    "ccc",
    "fastcc",
    "coldcc",
    "cfguard_checkcc",
    "x86_stdcallcc",
    "x86_fastcallcc",
    "x86_thiscallcc",
    "x86_vectorcallcc",
    "arm_apcscc",
    "arm_aapcscc",
    "arm_aapcs_vfpcc",
    "aarch64_vector_pcs",
    "aarch64_sve_vector_pcs",
    "aarch64_sme_preservemost_from_x0",
    "aarch64_sme_preservemost_from_x1",
    "aarch64_sme_preservemost_from_x2",
    "msp430_intrcc",
    "avr_intrcc",
    "avr_signalcc",
    "ptx_kernel",
    "ptx_device",
    "spir_kernel",
    "spir_func",
    "intel_ocl_bicc",
    "x86_64_sysvcc",
    "win64cc",
    "x86_regcallcc",
    "swiftcc",
    "swifttailcc",
    "anyregcc",
    "preserve_mostcc",
    "preserve_allcc",
    "preserve_nonecc",
    "ghccc",
    "x86_intrcc",
    "hhvmcc",
    "hhvm_ccc",
    "cxx_fast_tlscc",
    "amdgpu_vs",
    "amdgpu_ls",
    "amdgpu_hs",
    "amdgpu_es",
    "amdgpu_gs",
    "amdgpu_ps",
    "amdgpu_cs",
    "amdgpu_cs_chain",
    "amdgpu_cs_chain_preserve",
    "amdgpu_kernel",
    "amdgpu_gfx",
    "amdgpu_gfx_whole_wave",
    "tailcc",
    "m68k_rtdcc",
    "graalcc",
    "riscv_vector_cc",
    "riscv_vls_cc",
    "cheriot_compartmentcallcc",
    "cheriot_librarycallcc",
];
