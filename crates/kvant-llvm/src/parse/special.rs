//! Nodes of debug information: `!DILocation(line: 1, scope: !2)`. Their text is kept; here its fields are checked.

use std::sync::LazyLock;

use kvant_text::Result;
use rustc_hash::FxHashMap;

use super::Parser;
use crate::lexer::Kind;

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// Metadata, or `null`.
    Metadata,
    /// Metadata.
    NotNull,
    /// A text.
    Text,
    /// A text that is not empty.
    NotEmpty,
    /// `true` or `false`.
    Bool,
    /// A number up to this one.
    Unsigned(u64),
    /// A number of 64 bits with a sign.
    Signed,
    /// A number of any size.
    Number,
    /// A number of 64 bits with a sign, or metadata; true if it may be `null`.
    SignedOrMetadata(bool),
    /// A number of 64 bits, or metadata.
    UnsignedOrMetadata,
    /// A word with this prefix, or a number up to this one.
    Word(&'static str, u64),
    /// One of these words, or a number below theirs.
    OneOf(&'static str),
    /// Words with this prefix and `|` between them, or a number.
    Words(&'static str),
    /// `{ … }`.
    List,
}

struct Field {
    name: &'static str,
    is_required: bool,
    value: Value,
}

/// The fields of each kind of node: `!` marks those that must be there.
const NODES: &[(&str, &str)] = &[
    (
        "DILocation",
        "line:u32 column:u16 !scope:M inlinedAt:m isImplicitCode:b atomGroup:u64 atomRank:u8",
    ),
    ("GenericDINode", "!tag:t header:s operands:l"),
    (
        "DISubrangeType",
        "name:s file:m line:u32 scope:m baseType:m size:c align:u32 flags:f lowerBound:a \
         upperBound:a stride:a bias:a",
    ),
    ("DISubrange", "count:A lowerBound:a upperBound:a stride:a"),
    (
        "DIGenericSubrange",
        "count:a lowerBound:a upperBound:a stride:a",
    ),
    ("DIEnumerator", "!name:s !value:n isUnsigned:b"),
    (
        "DIBasicType",
        "tag:t name:s file:m line:u32 scope:m size:c align:u32 dataSize:u32 encoding:e \
         num_extra_inhabitants:u32 flags:f",
    ),
    (
        "DIFixedPointType",
        "tag:t name:s file:m line:u32 scope:m size:c align:u32 encoding:e flags:f kind:x factor:i \
         numerator:n denominator:n",
    ),
    (
        "DIStringType",
        "tag:t name:s stringLength:m stringLengthExpression:m stringLocationExpression:m size:c \
         align:u32 encoding:e",
    ),
    (
        "DIDerivedType",
        "!tag:t name:s file:m line:u32 scope:m !baseType:m size:c align:u32 offset:c flags:f \
         extraData:m dwarfAddressSpace:u32 annotations:m ptrAuthKey:u3 \
         ptrAuthIsAddressDiscriminated:b ptrAuthExtraDiscriminator:u16 ptrAuthIsaPointer:b \
         ptrAuthAuthenticatesNullValues:b",
    ),
    (
        "DICompositeType",
        "!tag:t name:s file:m line:u32 scope:m baseType:m size:c align:u32 offset:c flags:f \
         elements:m runtimeLang:L enumKind:K vtableHolder:m templateParams:m identifier:s \
         discriminator:m dataLocation:m associated:m allocated:m rank:a annotations:m \
         num_extra_inhabitants:u32 specification:m bitStride:m",
    ),
    ("DISubroutineType", "flags:f cc:C !types:m"),
    (
        "DIFile",
        "!filename:s !directory:s checksumkind:h checksum:s source:s",
    ),
    (
        "DICompileUnit",
        "!file:M language:L sourceLanguageName:N sourceLanguageVersion:u32 producer:s \
         isOptimized:b flags:s runtimeVersion:u32 splitDebugFilename:s emissionKind:E enums:m \
         retainedTypes:m globals:m imports:m macros:m dwoId:u64 splitDebugInlining:b \
         debugInfoForProfiling:b nameTableKind:T rangesBaseAddress:b sysroot:s sdk:s dialect:D",
    ),
    (
        "DISubprogram",
        "scope:m name:s linkageName:s file:m line:u32 !type:M isLocal:b isDefinition:b \
         scopeLine:u32 containingType:m virtuality:v virtualIndex:u32 thisAdjustment:i flags:f \
         spFlags:p isOptimized:b unit:m templateParams:m declaration:m retainedNodes:m \
         thrownTypes:m annotations:m targetFuncName:s keyInstructions:b",
    ),
    ("DILexicalBlock", "!scope:M file:m line:u32 column:u16"),
    ("DILexicalBlockFile", "!scope:M file:m !discriminator:u32"),
    (
        "DICommonBlock",
        "!scope:m declaration:m name:s file:m line:u32",
    ),
    ("DINamespace", "!scope:m name:s exportSymbols:b"),
    ("DIMacro", "!type:o line:u32 !name:s value:s"),
    ("DIMacroFile", "type:o line:u32 !file:m nodes:m"),
    (
        "DIModule",
        "!scope:m !name:s configMacros:s includePath:s apinotes:s file:m line:u32 isDecl:b",
    ),
    ("DITemplateTypeParameter", "name:s !type:m defaulted:b"),
    (
        "DITemplateValueParameter",
        "tag:t name:s type:m defaulted:b !value:m",
    ),
    (
        "DIGlobalVariable",
        "name:S scope:m linkageName:s file:m line:u32 type:m isLocal:b isDefinition:b \
         templateParams:m declaration:m align:u32 annotations:m",
    ),
    (
        "DILocalVariable",
        "!scope:M name:s arg:u16 file:m line:u32 type:m flags:f align:u32 annotations:m",
    ),
    (
        "DILabel",
        "!scope:M !name:s !file:m !line:u32 column:u16 isArtificial:b coroSuspendIdx:u64",
    ),
    ("DIGlobalVariableExpression", "!var:m !expr:m"),
    (
        "DIObjCProperty",
        "name:s file:m line:u32 setter:s getter:s attributes:u32 type:m",
    ),
    (
        "DIImportedEntity",
        "!tag:t !scope:m entity:m file:m line:u32 name:s elements:m",
    ),
];

static FIELDS: LazyLock<FxHashMap<&str, Vec<Field>>> = LazyLock::new(|| {
    let of = |word: &'static str| {
        let (name, value) = word.split_once(':').unwrap_or((word, ""));
        Field {
            name: name.trim_start_matches('!'),
            is_required: name.starts_with('!'),
            value: match value {
                "m" => Value::Metadata,
                "M" => Value::NotNull,
                "S" => Value::NotEmpty,
                "b" => Value::Bool,
                "i" => Value::Signed,
                "n" => Value::Number,
                "a" => Value::SignedOrMetadata(true),
                "A" => Value::SignedOrMetadata(false),
                "c" => Value::UnsignedOrMetadata,
                "t" => Value::Word("DW_TAG_", 0xffff),
                "e" => Value::Word("DW_ATE_", 0xff),
                "v" => Value::Word("DW_VIRTUALITY_", 2),
                "L" => Value::Word("DW_LANG_", 0xffff),
                "N" => Value::Word("DW_LNAME_", 0xffff),
                "C" => Value::Word("DW_CC_", 0xff),
                "o" => Value::Word("DW_MACINFO_", 0xff),
                "K" => Value::Word("DW_APPLE_ENUM_KIND_", 0xff),
                "D" => Value::Word("DW_LLVM_LANG_DIALECT_", 0xffff),
                "h" => Value::Word("CSK_", 0),
                "E" => Value::OneOf("NoDebug FullDebug LineTablesOnly DebugDirectivesOnly"),
                "T" => Value::OneOf("Default GNU None Apple"),
                "x" => Value::OneOf("Binary Decimal Rational"),
                "f" => Value::Words("DIFlag"),
                "p" => Value::Words("DISPFlag"),
                "l" => Value::List,
                "s" => Value::Text,
                _ => {
                    let bits = value.trim_start_matches('u').parse().unwrap_or(64);
                    Value::Unsigned(u64::MAX >> (64 - bits))
                }
            },
        }
    };
    let fields = |words: &'static str| words.split_whitespace().map(of).collect();
    NODES
        .iter()
        .map(|(node, all)| (*node, fields(all)))
        .collect()
});

/// A field that was read: its name, and the text of its value.
type Read<'a> = (&'a str, &'a str);

impl<'a> Parser<'a> {
    /// The fields of a node, with the parentheses around them. The position is behind its name.
    pub(super) fn fields(&mut self, node: &str, is_distinct: bool) -> Result {
        let at = self.token.start;
        let Some(known) = FIELDS.get(node) else {
            return match node {
                "DIExpression" => self.nested(Parser::expression_fields),
                "DIArgList" | "DIAssignID" => self.skip_balanced(),
                _ => Err(self.error(format!("there is no node `!{node}`"))),
            };
        };
        self.expect(b'(')?;
        let mut read: Vec<Read<'a>> = Vec::new();
        while !self.is(b')') {
            if !read.is_empty() {
                self.expect(b',')?;
            }
            if self.token.kind != Kind::Label {
                return Err(self.expected("the name of a field"));
            }
            let name = self.said().trim_end_matches(':');
            let Some(field) = known.iter().find(|it| it.name == name) else {
                return Err(self.error(format!("`!{node}` has no field `{name}`")));
            };
            if read.iter().any(|it| it.0 == name) {
                return Err(self.error(format!("the field `{name}` is written twice")));
            }
            self.advance();
            let start = self.token.start;
            self.nested(|parser| parser.field(field.value))?;
            read.push((name, &self.text[start..self.end]));
        }
        self.advance();
        let missing = known
            .iter()
            .find(|it| it.is_required && !read.iter().any(|read| read.0 == it.name));
        if let Some(field) = missing {
            let message = format!("`!{node}` needs the field `{}`", field.name);
            return Err(self.error_at(at, message));
        }
        match fault(node, is_distinct, &read) {
            Some(message) => Err(self.error_at(at, message)),
            None => Ok(()),
        }
    }

    fn field(&mut self, value: Value) -> Result {
        let is_int = self.token.kind == Kind::Int;
        let said = self.said();
        let word = self.word();
        let unsigned = |most: u64| said.parse::<u64>().is_ok_and(|it| it <= most);
        let is_right = match value {
            Value::Metadata => return self.skip_metadata(),
            Value::NotNull if word != "null" => return self.skip_metadata(),
            Value::SignedOrMetadata(may_be_null) if !is_int => {
                if may_be_null || word != "null" {
                    return self.skip_metadata();
                }
                false
            }
            Value::UnsignedOrMetadata if !is_int => return self.skip_metadata(),
            Value::NotNull => false,
            Value::Text => self.token.kind == Kind::Text,
            Value::NotEmpty => self.token.kind == Kind::Text && said != "\"\"",
            Value::Bool => matches!(word, "true" | "false"),
            Value::Unsigned(most) => is_int && unsigned(most),
            Value::UnsignedOrMetadata => unsigned(u64::MAX),
            Value::Signed | Value::SignedOrMetadata(_) => is_int && said.parse::<i64>().is_ok(),
            Value::Number => matches!(self.token.kind, Kind::Int | Kind::HexInt),
            Value::Word(prefix, most) => {
                word.starts_with(prefix) || most > 0 && is_int && unsigned(most)
            }
            Value::OneOf(words) => {
                let count = words.split(' ').count() as u64;
                words.split(' ').any(|it| it == word) || is_int && unsigned(count - 1)
            }
            Value::Words(prefix) => {
                let is_word = |word: &str| word.starts_with(prefix);
                while is_word(self.word()) || self.token.kind == Kind::Int {
                    self.advance();
                    if !self.take(b'|') {
                        return Ok(());
                    }
                }
                false
            }
            Value::List => {
                if !self.is(b'{') {
                    return Err(self.expected("`{`"));
                }
                return self.skip_balanced();
            }
        };
        if !is_right {
            return Err(self.expected("another value of this field"));
        }
        self.advance();
        Ok(())
    }

    /// Metadata as the value of a field, or `null`.
    fn skip_metadata(&mut self) -> Result {
        match self.token.kind {
            Kind::Kind => {
                let name = &self.said()[1..];
                self.advance();
                self.nested(|parser| parser.fields(name, false))
            }
            Kind::Bang => {
                self.advance();
                match self.token.kind {
                    Kind::Int | Kind::Text => {
                        self.advance();
                        Ok(())
                    }
                    Kind::Mark(b'{') => self.skip_balanced(),
                    _ => Err(self.expected("a metadata node")),
                }
            }
            Kind::Word if self.word() == "null" => {
                self.advance();
                Ok(())
            }
            // A constant with its type.
            Kind::Word | Kind::Local | Kind::Mark(b'{' | b'[' | b'<') => {
                while !matches!(self.token.kind, Kind::Mark(b',' | b')') | Kind::End) {
                    match self.token.kind {
                        Kind::Mark(b'(' | b'{' | b'[' | b'<') => self.skip_balanced()?,
                        _ => self.advance(),
                    }
                }
                Ok(())
            }
            _ => Err(self.expected("metadata")),
        }
    }

    /// `(DW_OP_plus_uconst, 3)`.
    fn expression_fields(&mut self) -> Result {
        self.expect(b'(')?;
        self.list(b')', |parser| {
            let word = parser.word();
            let is_right = match parser.token.kind {
                Kind::Int => parser.said().parse::<u64>().is_ok(),
                _ => word.starts_with("DW_OP_") || word.starts_with("DW_ATE_"),
            };
            if !is_right {
                return Err(parser.expected("an operation or a number"));
            }
            parser.advance();
            Ok(())
        })?;
        Ok(())
    }
}

/// The first rule of a node that its fields break.
fn fault(node: &str, is_distinct: bool, read: &[Read]) -> Option<&'static str> {
    let get = |name: &str| read.iter().find(|it| it.0 == name).map(|it| it.1);
    let has = |name: &str| get(name).is_some_and(|value| value != "null");
    let tag = get("tag").unwrap_or_default();
    match node {
        "DICompileUnit" => {
            if !is_distinct {
                return Some("`!DICompileUnit` is `distinct`");
            }
            match (get("language"), get("sourceLanguageName")) {
                (None, None) => Some("`!DICompileUnit` needs a language"),
                (Some(_), Some(_)) => Some("`!DICompileUnit` has two languages"),
                (Some(_), None) if has("sourceLanguageVersion") => {
                    Some("`sourceLanguageVersion` needs `sourceLanguageName`")
                }
                _ => None,
            }
        }
        "DISubprogram" => {
            let is_definition = match get("spFlags") {
                Some(flags) => flags.contains("DISPFlagDefinition"),
                None => get("isDefinition") != Some("false"),
            };
            (is_definition && !is_distinct)
                .then_some("a `!DISubprogram` that defines is `distinct`")
        }
        "DISubrange" | "DIGenericSubrange" if has("count") && has("upperBound") => {
            Some("a subrange has a count or an upper bound")
        }
        "DIGenericSubrange" if !has("stride") => Some("a generic subrange has a stride"),
        "DIDerivedType" => {
            const POINTERS: [&str; 4] = [
                "DW_TAG_pointer_type",
                "DW_TAG_reference_type",
                "DW_TAG_rvalue_reference_type",
                "DW_TAG_LLVM_ptrauth_type",
            ];
            let is_other = tag.starts_with("DW_TAG_") && !POINTERS.contains(&tag);
            (has("dwarfAddressSpace") && is_other).then_some("only pointers have an address space")
        }
        "DICompositeType" => {
            let of_arrays = ["dataLocation", "associated", "allocated", "rank"];
            if tag != "DW_TAG_array_type" && of_arrays.iter().any(|it| has(it)) {
                return Some("only array types have this field");
            }
            (tag != "DW_TAG_variant_part" && has("discriminator"))
                .then_some("only variant parts have a discriminator")
        }
        _ => None,
    }
}
