//! Every construct survives parsing and printing.

use kvant_llvm::{parse, print};

const EVERYTHING: &str = include_str!("everything.ll");

#[test]
fn printed_modules_are_read_as_the_same() {
    let module = parse::module(EVERYTHING).unwrap();
    let printed = print::module(&module);
    let again = parse::module(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(module, again);
    assert_eq!(printed, print::module(&again));
}

/// Words and numbers of the original that are not in the printed text are listed here with the reason.
#[test]
fn nothing_is_lost() {
    let printed = print::module(&parse::module(EVERYTHING).unwrap());
    let words = |text: &str| {
        let lines = text.lines().map(|line| match line.split_once(';') {
            // No line of the module has a semicolon in a text.
            Some((code, _comment)) => code,
            None => line,
        });
        let split = |c: char| !c.is_alphanumeric() && !"%@#!$^._-\\".contains(c);
        let lines = lines.collect::<Vec<_>>().join(" ");
        let mut words: Vec<String> = lines.split(split).map(str::to_owned).collect();
        words.retain(|word| !word.is_empty());
        words.sort();
        words
    };
    let (before, mut after) = (words(EVERYTHING), words(&printed));
    let mut lost = Vec::new();
    for word in before {
        match after.binary_search(&word) {
            Ok(at) => {
                after.remove(at);
            }
            Err(_) => lost.push(word),
        }
    }
    // The second parameter of `@0` gets its number, and a default address space is not printed.
    assert_eq!(lost, [""; 0], "and new are {after:?}");
    assert_eq!(after, ["%1"]);
}

#[test]
fn errors_have_a_position_and_say_what_was_expected() {
    for (text, message) in [
        (
            "define void @f() {\n  %x = add i32 1\n}",
            "3:1: expected `,`, found `}`",
        ),
        (
            "define void @f() {\n  ret i32 %y\n}",
            "2:11: this local is not defined in the function",
        ),
        (
            "define void @f() {\n  frob\n}",
            "2:3: there is no instruction `frob`",
        ),
        (
            "@x = global float",
            "1:18: expected a value, found the end of the text",
        ),
        ("@x = global i32 1.0", "1:17: a float is not of this type"),
        ("@x = global i0 0", "1:13: an integer has 1 to 8388608 bits"),
        (
            "define void @f() {\n  ret void\n",
            "3:1: expected an instruction, found the end of the text",
        ),
        (
            "@x = global i32 %y",
            "1:17: a local is used outside of a function",
        ),
        (
            "define void @f(i32 %x, i32 %x) { ret void }",
            "1:31: `%x` is defined twice",
        ),
    ] {
        let error = parse::module(text).unwrap_err().to_string();
        assert_eq!(error, message, "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = 100_000;
    let ty = format!(
        "@x = global {}i8{} zeroinitializer",
        "[1 x ".repeat(deep),
        "]".repeat(deep)
    );
    let constant = format!("@x = global i8 {}", "{ i8 ".repeat(deep));
    let metadata = format!("!0 = {}", "!{".repeat(deep));
    for text in [ty, constant, metadata] {
        let error = parse::module(&text).unwrap_err();
        assert!(error.message.contains("too deeply"), "{error}");
    }
}
