//! Every well-formed program compiles in every form, even if its execution is undefined: `rustc` accepts every program that the
//! checker accepts.

use kvant_mir::{Program, parse};

use crate::forms::compiles_in_every_form;

/// The whole corpus: programs that finish and programs that stop.
#[test]
fn the_corpus_compiles_in_every_form() {
    let programs = corpus();
    assert!(programs.len() > 600, "{}", programs.len());
    compiles_in_every_form(&programs);
}

/// The type of `RET` must be known before a part of it or an operator on it is used.
#[test]
fn a_return_place_that_is_used_before_it_is_assigned_compiles() {
    compiles_in_every_form(&RETURN_PLACES.map(|(body, result)| {
        let text = format!(
            "fn start(x: u32) {{
                mir! {{
                    let result: {result};
                    {{ Call(result = f(x), ReturnTo(then), UnwindUnreachable()) }}
                    then = {{ Return() }}
                }}
            }}
            fn same(x: u32) -> u32 {{ mir! {{ {{ RET = x; Return() }} }} }}
            enum Shape {{ Dot(u8), Line(u16) }}
            fn f(x: u32) -> {result} {{
                mir! {{
                    let n: usize;
                    let array: [u8; 3];
                    let byte: u8;
                    let p: *mut {result};
                    let unit: ();
                    let number: isize;
                    let y: u32;
                    {{ n = 1_usize; {body} Return() }}
                }}
            }}
            fn main() {{ kvant::run(|| start(kvant::hide(1))) }}"
        );
        (body.to_owned(), parsed(&text))
    }));
}

/// Bodies with uses of the return place, and its type.
const RETURN_PLACES: [(&str, &str); 11] = [
    ("RET.0 = 1_u8; RET.1 = 2_u8;", "(u8, u8)"),
    ("RET[n] = 1_u8;", "[u8; 4]"),
    ("RET = CastTransmute(x); RET[n] = 1_u8;", "[u8; 4]"),
    (
        "Call(RET = core::intrinsics::transmute(x), ReturnTo(b), UnwindUnreachable()) } \
         b = { RET[n] = 1_u8;",
        "[u8; 4]",
    ),
    ("RET = []; p = addr_of_mut!(RET);", "[u8; 0]"),
    (
        "p = addr_of_mut!(RET); *p = 1_u8; byte = !RET; byte = RET + byte;",
        "u8",
    ),
    (
        "p = addr_of_mut!(RET); *p = 1_u8; match RET { 1 => b, _ => b } } b = {",
        "u8",
    ),
    (
        "p = addr_of_mut!(RET); *p = n; array = [1_u8; 3]; array[RET] = 1_u8;",
        "usize",
    ),
    (
        "p = addr_of_mut!(RET); byte = 1_u8; *p = addr_of_mut!(byte); *RET = 1_u8;",
        "*mut u8",
    ),
    (
        "p = addr_of_mut!(RET); *p = const { same as fn(u32) -> u32 }; \
         Call(y = RET(x), ReturnTo(b), UnwindUnreachable()) } b = {",
        "fn(u32) -> u32",
    ),
    (
        "p = addr_of_mut!(RET); *p = Shape::Dot(1_u8); number = Discriminant(RET); \
         place!(Field::<u8>(Variant(RET, 0), 0)) = 2_u8; SetDiscriminant(RET, 0);",
        "Shape",
    ),
];

/// Casts of pointers to types that have a lifetime in their text.
#[test]
fn casts_to_pointers_to_references_compile() {
    let casts = [
        ("&'static mut u8", "*mut T", "*const T"),
        ("&u8", "*const T", "*mut T"),
        ("[&u8; 2]", "*mut T", "*mut &u8"),
        ("&u8", "*mut T", "*const [T; 2]"),
        ("fn(&u8) -> u8", "*mut T", "*const T"),
        ("Shape", "*mut T", "*const T"),
        ("Holder", "*mut T", "*const T"),
    ];
    compiles_in_every_form(&casts.map(|(pointee, from, to)| {
        let (from, to) = (from.replace('T', pointee), to.replace('T', pointee));
        let text = format!(
            "enum Shape {{ Dot(&u8), Nothing }}
            struct Holder {{ shape: Shape }}
            fn start(x: u8) {{
                mir! {{
                    let pointee: {pointee};
                    let p: *mut {pointee};
                    {{
                        p = addr_of_mut!(pointee);
                        Return()
                    }}
                }}
            }}
            fn f(p: {from}) -> {to} {{ mir! {{ {{ RET = p as {to}; Return() }} }} }}
            fn main() {{ kvant::run(|| start(kvant::hide(1))) }}"
        );
        (format!("{from} as {to}"), parsed(&text))
    }));
}

fn parsed(text: &str) -> Program {
    let parsed = parse::program(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    parsed.program
}

/// The programs of `tests/corpus`, by name.
fn corpus() -> Vec<(String, Program)> {
    let cases = kvant_testing::corpus::read("corpus", parse::program).into_iter();
    cases
        .map(|case| (case.to_string(), case.parsed.program))
        .collect()
}
