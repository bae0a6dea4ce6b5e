//! Files written by hand.

use kvant_mir::print::{Form, Version};
use kvant_mir::*;

/// A program with `entry` as its first block, which begins in line 5.
pub(crate) fn program(entry: &str) -> String {
    format!(
        "struct S {{ a: u8, b: u16 }} enum E {{ A, B(u8, (u8, [u8; 3])), C {{ x: u8 }} }} union V {{ a: u8, b: i8 }}\n\
         fn g(x: u8, y: u16) -> u8 {{ mir! {{ {{ Return() }} }} }}\n\
         fn f(x: u8) {{ mir! {{ let y: u8; let z: i8; let t: (u8, u16); let a: [u8; 3]; let i: usize; let r: f32;\n\
         let b: bool; let s: S; let p: *mut u8; let q: *mut S; let u: (); let c: (u8, bool); let e: E; let v: V; let k: &u8; let m: &mut u8; let h: fn(u8, u16) -> u8; let d: isize; {{\n\
         {entry}\n\
         }} bb1 = {{ Return() }} }} }}\n\
         fn main() {{ kvant::run(|| f(kvant::hide(1))) }}"
    )
}

/// Asserts that `statement` and a `Return()` parse like `printed`.
#[track_caller]
fn assert_statement(statement: &str, printed: &str) {
    let text = program(&format!("{statement} Return()"));
    let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let text = print::program(&parsed.program, &Form::Readable, Version::NEWEST, "");
    let line = text.lines().map(str::trim).find(|line| *line == printed);
    assert!(line.is_some(), "no `{printed}` in:\n{text}");
}

#[test]
fn statements_have_several_spellings() {
    for (statement, printed) in [
        ("y = 3;", "y = 3_u8;"),
        ("y = 0xf_f;", "y = 255_u8;"),
        ("y = 0b11_u8;", "y = 3_u8;"),
        ("z = -0x80;", "z = (-128_i8);"),
        ("z = ((-5_i8));", "z = (-5_i8);"),
        ("z = -(5);", "z = -(5_i8);"),
        ("z = -z;", "z = -z;"),
        ("(y) = (x);", "y = x;"),
        ("y = ((x) + (1));", "y = x + 1_u8;"),
        ("y = 1 - x;", "y = 1_u8 - x;"),
        ("y = 1 * 2;", "y = 1_u8 * 2_u8;"),
        ("y = 1 << z;", "y = 1_u8 << z;"),
        ("b = 4 < x;", "b = 4_u8 < x;"),
        ("b = 4 < 5_i128;", "b = 4_i128 < 5_i128;"),
        ("c = Checked(1 + x);", "c = Checked(1_u8 + x);"),
        ("c = Checked(1 - 2);", "c = Checked(1_u8 - 2_u8);"),
        ("t = (1, 2,);", "t = (1_u8, 2_u16);"),
        ("t.1 = t.0 as u16;", "t.1 = t.0 as u16;"),
        ("a = [1, x, 3,];", "a = [1_u8, x, 3_u8];"),
        ("a = [0; 3_usize];", "a = [0_u8; 3];"),
        ("a[(i)] = 1;", "a[i] = 1_u8;"),
        ("s = S { a: 1, b: 2, };", "s = S { a: 1_u8, b: 2_u16 };"),
        ("p = addr_of_mut!(y);", "p = addr_of_mut!(y);"),
        ("p = core::ptr::addr_of_mut!((y));", "p = addr_of_mut!(y);"),
        ("p = &raw mut y;", "p = addr_of_mut!(y);"),
        ("p = &raw const (*q).a;", "p = addr_of!((*q).a);"),
        ("(*p) = *(p);", "*p = *p;"),
        ("((*q)).b = 1;", "(*q).b = 1_u16;"),
        ("u = ();", "u = ();"),
        ("b = !true;", "b = !true;"),
        ("StorageLive(y);", "StorageLive(y);"),
        ("Assume(b);", "Assume(b);"),
        ("z = CastTransmute((x));", "z = CastTransmute(x);"),
        ("Assume((true));", "Assume(true);"),
        ("y /* why */ = // because\n 3;", "y = 3_u8;"),
        ("r = 1.5;", "r = 1.5_f32;"),
        ("r = 1.;", "r = 1.0_f32;"),
        ("r = 1e3;", "r = 1000.0_f32;"),
        ("r = 2_f32;", "r = 2.0_f32;"),
        ("r = 1_000.5_0e-1_0f32;", "r = 1.0005e-7_f32;"),
        ("r = 16777217.;", "r = 16777216.0_f32;"),
        ("r = 1e-999;", "r = 0.0_f32;"),
        ("r = -0.;", "r = (-0.0_f32);"),
        ("r = -(1.5);", "r = -(1.5_f32);"),
        ("r = (-1.5);", "r = (-1.5_f32);"),
        ("r = 1.-r;", "r = 1.0_f32 - r;"),
        ("r = -1.0 * -2.0;", "r = (-1.0_f32) * (-2.0_f32);"),
        ("r = f32::INFINITY;", "r = f32::INFINITY;"),
        ("r = -f32::INFINITY;", "r = -(f32::INFINITY);"),
        ("r = f32::NEG_INFINITY;", "r = f32::NEG_INFINITY;"),
        ("r = f32::MAX;", "r = 3.4028235e38_f32;"),
        ("r = f32::MIN;", "r = (-3.4028235e38_f32);"),
        ("r = f32::EPSILON;", "r = 1.1920929e-7_f32;"),
        ("r = f32::MIN_POSITIVE;", "r = 1.1754944e-38_f32;"),
        ("b = 1.5 < r;", "b = 1.5_f32 < r;"),
        (
            "b = 0.1 < f64::MAX;",
            "b = 0.1_f64 < 1.7976931348623157e308_f64;",
        ),
        ("r = 0.1_f64 as f32;", "r = 0.1_f64 as f32;"),
        ("r = x as f32;", "r = x as f32;"),
        ("y = t.1 as u8;", "y = t.1 as u8;"),
        ("y = 'a' as u8;", "y = 'a' as u8;"),
        (r"b = '\x41' < 'é';", r"b = 'A' < '\u{e9}';"),
        (r"b = '\n' < '\r';", r"b = '\u{a}' < '\u{d}';"),
        (r"b = '\t' < '\0';", r"b = '\u{9}' < '\u{0}';"),
        (r"b = '\'' < '\\';", r"b = '\'' < '\\';"),
        (r#"b = '\"' < '"';"#, r#"b = '"' < '"';"#),
        (
            r"b = '\u{0_0_41_}' < '\u{10FFFF}';",
            r"b = 'A' < '\u{10ffff}';",
        ),
    ] {
        assert_statement(statement, printed);
    }
}

#[test]
fn pointers_and_variants_have_several_spellings() {
    for (statement, printed) in [
        ("k = &x;", "k = &x;"),
        ("m = &mut (y);", "m = &mut y;"),
        ("m = &mut *p;", "m = &mut *p;"),
        ("k = &(*q).a;", "k = &(*q).a;"),
        ("k = & (*m);", "k = &*m;"),
        ("p = &raw mut *m;", "p = addr_of_mut!(*m);"),
        ("y = Move((x));", "y = Move(x);"),
        ("y = Move(x) + Move(y);", "y = Move(x) + Move(y);"),
        ("z = -Move(z);", "z = -Move(z);"),
        ("y = Move(*p) as u8;", "y = Move(*p) as u8;"),
        ("u = const { () };", "u = ();"),
        ("e = E::A;", "e = E::A;"),
        ("e = E::A {};", "e = E::A;"),
        ("e = E::A();", "e = E::A;"),
        ("e = E::C { x: 7, };", "e = E::C { x: 7_u8 };"),
        ("v = V { b: -1 };", "v = V { b: (-1_i8) };"),
        ("v.a = v.a;", "v.a = v.a;"),
        ("d = Discriminant(e);", "d = Discriminant(e);"),
        ("SetDiscriminant((e), 0b10_u32,);", "SetDiscriminant(e, 2);"),
        ("SetDiscriminant(place!(e), 1);", "SetDiscriminant(e, 1);"),
        ("place!(y) = place!(x);", "y = x;"),
        (
            "y = Field(Variant(e, 1_u32), 0x0);",
            "y = Field::<u8>(Variant(e, 1), 0);",
        ),
        (
            "y = Field::<_>(Variant(e, 1,), 1,).1[i];",
            "y = Field::<(u8, [u8; 3])>(Variant(e, 1), 1).1[i];",
        ),
        (
            "place!(Field(Variant(e, 1), 1)).0 = 3;",
            "place!(Field::<(u8, [u8; 3])>(Variant(e, 1), 1)).0 = 3_u8;",
        ),
        (
            "place!(Field(Variant(e, 1), 1).0) = 3;",
            "place!(Field::<(u8, [u8; 3])>(Variant(e, 1), 1)).0 = 3_u8;",
        ),
        (
            "k = &Field::<u8>(Variant(e, 2), 0);",
            "k = &place!(Field::<u8>(Variant(e, 2), 0));",
        ),
        (
            "p = &raw mut place!(Field::<u8>(Variant(e, 2), 0));",
            "p = addr_of_mut!(place!(Field::<u8>(Variant(e, 2), 0)));",
        ),
        (
            "h = const { g as fn(u8, u16,) -> (u8) };",
            "h = const { g as fn(u8, u16) -> u8 };",
        ),
        ("p = Offset(p, 1);", "p = Offset(p, 1_isize);"),
        ("p = Offset(p, i);", "p = Offset(p, i);"),
        ("b = p == p;", "b = p == p;"),
        ("q = p as *mut S;", "q = p as *mut S;"),
    ] {
        assert_statement(statement, printed);
    }
}

#[test]
fn terminators_have_several_spellings() {
    for (entry, printed) in [
        ("Return();", "Return()"),
        (
            "match (x) { 0 => bb1, (1_u8) => bb1, _ => bb1 }",
            "1 => bb1,",
        ),
        ("match z { -1 => bb1, _ => bb1, }", "-1 => bb1,"),
        ("match b { true => bb1, _ => bb1 };", "true => bb1,"),
        ("match -1_i8 { _ => bb1 }", "match (-1_i8) {"),
        (r"match 'a' { '\x62' => bb1, _ => bb1 }", "'b' => bb1,"),
        (
            r"match '\n' { ('\u{1f600}') => bb1, _ => bb1 }",
            r"'\u{1f600}' => bb1,",
        ),
        (
            "Call(y = g(1, 2), ReturnTo(bb1), UnwindContinue())",
            "Call(y = g(1_u8, 2_u16), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(u = kvant::observe_i8(7, -1), ReturnTo(bb1), UnwindTerminate(ReasonAbi))",
            "Call(u = kvant::observe_i8(7_u32, (-1_i8)), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(u = kvant::observe_f64(7, -1.), ReturnTo(bb1), UnwindContinue())",
            "Call(u = kvant::observe_f64(7_u32, (-1.0_f64)), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(u = kvant::observe_char(7, 'a'), ReturnTo(bb1), UnwindContinue())",
            "Call(u = kvant::observe_char(7_u32, 'a'), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(place!(Field(Variant(e, 2), 0)) = h(1, 2), ReturnTo(bb1), UnwindContinue())",
            "Call(place!(Field::<u8>(Variant(e, 2), 0)) = h(1_u8, 2_u16), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(y = (h)(x, 2), ReturnTo(bb1), UnwindContinue())",
            "Call(y = h(x, 2_u16), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(y = core::intrinsics::rotate_left(1, 2), ReturnTo(bb1), UnwindContinue())",
            "Call(y = core::intrinsics::rotate_left(1_u8, 2_u32), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(c = std::intrinsics::add_with_overflow(1, x), ReturnTo(bb1), UnwindContinue())",
            "Call(c = core::intrinsics::add_with_overflow(1_u8, x), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(y = core::intrinsics::unchecked_shl(1, 2_i64), ReturnTo(bb1), UnwindContinue())",
            "Call(y = core::intrinsics::unchecked_shl(1_u8, 2_i64), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(u = core::intrinsics::write_bytes(p, 1, 2), ReturnTo(bb1), UnwindContinue())",
            "Call(u = core::intrinsics::write_bytes(p, 1_u8, 2_usize), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(r = core::intrinsics::rintf32(1.5), ReturnTo(bb1), UnwindContinue())",
            "Call(r = core::intrinsics::round_ties_even_f32(1.5_f32), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(r = core::intrinsics::nearbyintf32(r), ReturnTo(bb1), UnwindContinue())",
            "Call(r = core::intrinsics::round_ties_even_f32(r), ReturnTo(bb1), UnwindUnreachable())",
        ),
        (
            "Call(r = core::intrinsics::fabsf32(r), ReturnTo(bb1), UnwindContinue())",
            "Call(r = core::intrinsics::fabs(r), ReturnTo(bb1), UnwindUnreachable())",
        ),
    ] {
        let text = program(entry);
        let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let text = print::program(&parsed.program, &Form::Readable, Version::NEWEST, "");
        assert!(
            text.lines().any(|line| line.trim() == printed),
            "no `{printed}` in:\n{text}"
        );
    }
}

/// Compares the parsed program with one that is built by hand.
#[test]
fn a_text_parses_to_the_expected_program() {
    let meant = |statement: &str| {
        let text = program(&format!("{statement} Return()"));
        let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        parsed.program.functions[1].blocks[0].statements[0].clone()
    };
    // The locals of `f` by their numbers.
    let [x, y, i, p, e, k, m, d] = [1, 2, 6, 10, 14, 16, 17, 19].map(Local);
    let array = Place::local(e)
        .project(Projection::VariantField {
            variant: 1,
            field: 1,
        })
        .project(Projection::Field(1))
        .project(Projection::Index(i));
    let by_pointer = Place::local(p).project(Projection::Deref);
    for (text, statement) in [
        (
            "y = Field::<(u8, [u8; 3])>(Variant(e, 1), 1).1[i];",
            Statement::Assign(y.into(), Rvalue::Use(array.clone().into())),
        ),
        (
            "place!(Field::<(u8, [u8; 3])>(Variant(e, 1), 1)).1[i] = Move(x);",
            Statement::Assign(array.clone(), Rvalue::Use(Operand::Move(x.into()))),
        ),
        (
            "k = &place!(Field::<(u8, [u8; 3])>(Variant(e, 1), 1)).1[i];",
            Statement::Assign(k.into(), Rvalue::Ref(Mutability::Const, array.clone())),
        ),
        (
            "p = addr_of_mut!(place!(Field::<(u8, [u8; 3])>(Variant(e, 1), 1)).1[i]);",
            Statement::Assign(p.into(), Rvalue::RawRef(Mutability::Mut, array)),
        ),
        (
            "m = &mut *p;",
            Statement::Assign(m.into(), Rvalue::Ref(Mutability::Mut, by_pointer)),
        ),
        (
            "d = Discriminant(e);",
            Statement::Assign(d.into(), Rvalue::Discriminant(e.into())),
        ),
        (
            "SetDiscriminant(e, 2);",
            Statement::SetDiscriminant(e.into(), 2),
        ),
    ] {
        assert_eq!(meant(text), statement, "{text}");
    }
}

/// Types have several spellings, and omitted discriminants are one more than the one before.
#[test]
fn declarations_have_several_spellings() {
    let text = "
        pub enum A<'a, 'b> { #[doc = \"it\"] X(&'a u8, &'b mut &'static u8), Y {}, Z() = 0x7_isize, W, }
        #[repr(i8)] enum B { P = -0x2, Q, R, S }
        #[repr(Rust)] pub struct C<'a>(pub &'a A<'a, 'a>, #[doc = \"it\"] pub(crate) fn(&u8) -> (), fn(&&u8));
        struct D; struct E(); struct F {}
        #[repr(C)] union U { a: u8 }
        fn f<'a>(x: &'a u8) -> &u8 { mir! { { RET = x; Return() } } }
        fn main() { kvant::run(|| start()) }
        fn start() { mir! { let c: C<'_>; { Return() } } }
    ";
    let parsed = parse::program(text).unwrap_or_else(|error| panic!("{error}"));
    let printed = print::program(&parsed.program, &Form::Readable, Version::NEWEST, "");
    for piece in [
        "enum A<'a> {\n    X(&'a u8, &'a mut &'a u8),\n    Y,\n    Z = 7,\n    W,\n}\n",
        "#[repr(i8)]\nenum B {\n    P = -2,\n    Q,\n    R,\n    S,\n}\n",
        "struct C(&'static A<'static>, fn(&'static u8) -> (), fn(&'static &'static u8) -> ());\n",
        "struct D {}\n",
        "struct E {}\n",
        "#[derive(Clone, Copy)]\n#[repr(C)]\nunion U {\n    a: u8,\n}\n",
        "\nfn f(x: &'static u8) -> &'static u8 {\n",
        "let c: C;",
    ] {
        assert!(printed.contains(piece), "no {piece} in {printed}");
    }
    assert!(
        !printed.contains("#[derive(Clone, Copy)]\nenum A"),
        "{printed}"
    );
    assert_eq!(parse::program(&printed).unwrap().program, parsed.program);
    let values: Vec<_> = parsed.program.types.adts()[..2]
        .iter()
        .flat_map(|def| def.variants.iter().map(|variant| variant.discriminant))
        .collect();
    assert_eq!(values, [0, 1, 7, 8, -2, -1, 0, 1]);
}

/// A point between digits may separate fields.
#[test]
fn fields_of_fields_are_no_floats() {
    let text = "
        fn f(x: ((u8, f32), [(f32, f64); 2]), i: usize) {
            mir! {
                {
                    x.0.1 = 0.1;
                    x.1[i].0 = x.0.1;
                    x.1[i].1 = x.1[i].1 + 1.;
                    x . 0 . 0 = 1;
                    Return()
                }
            }
        }
        fn g() { mir! { let x: ((u8, f32), [(f32, f64); 2]); { Return() } } }
        fn main() { kvant::run(|| g()) }
    ";
    let parsed = parse::program(text).unwrap();
    let text = print::program(&parsed.program, &Form::Readable, Version::NEWEST, "");
    for line in [
        "x.0.1 = 0.1_f32;",
        "x.1[i].0 = x.0.1;",
        "x.1[i].1 = x.1[i].1 + 1.0_f64;",
        "x.0.0 = 1_u8;",
    ] {
        assert!(text.lines().any(|found| found.trim() == line), "{text}");
    }
}

#[test]
fn text_around_the_program_is_skipped() {
    let text = "#![feature(custom_mir)]\n/* /* */ */ use core::intrinsics::mir::*;\n\
        fn main() { kvant::run(|| f(true, ())); }\n\
        mod kvant { fn x() { \"}\"; '}'; b'}'; r#\"}\"#; } /* } */ }\n\
        #[custom_mir(dialect = \"runtime\")] #[inline(always)] pub(crate) unsafe fn f(a: bool, b: ()) -> () {\n\
        mir!(type RET = (); let c: L; debug x => y[0]; { c.n = addr_of_mut!(c); Goto(on) } on = { Return() })\n}\n\
        #[derive(Clone)] #[repr(C)] pub struct L { #[doc = \"it\"] pub n: *mut L }";
    let parsed = parse::program(text).unwrap();
    let again = print::program(&parsed.program, &Form::Readable, Version::NEWEST, "");
    assert_eq!(parse::program(&again).unwrap().program, parsed.program);
}
