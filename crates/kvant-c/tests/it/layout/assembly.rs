//! The bytes of objects, from a compiler's assembly.

use std::collections::HashMap;

use kvant_memory::Endian;

/// Returns the bytes of every object of the text. The length of a `.word` depends on the target.
pub(crate) fn objects(assembly: &str, endian: Endian, word: usize) -> HashMap<String, Vec<u8>> {
    let mut all: HashMap<String, Vec<u8>> = HashMap::new();
    let mut current = None;
    for line in assembly.lines() {
        let line = line.split(['#', '/', '@']).next().unwrap_or_default();
        if let Some(label) = line.trim().strip_suffix(':') {
            current = Some(label.trim_matches('"').to_owned());
            continue;
        }
        let Some(name) = &current else { continue };
        let mut words = line.split_whitespace();
        let (Some(directive), operand) = (words.next(), words.collect::<String>()) else {
            continue;
        };
        let bytes = all.entry(name.clone()).or_default();
        match directive {
            ".byte" => put(bytes, &operand, 1, endian),
            ".half" | ".hword" | ".short" | ".value" | ".2byte" => put(bytes, &operand, 2, endian),
            ".word" => put(bytes, &operand, word, endian),
            ".long" | ".4byte" => put(bytes, &operand, 4, endian),
            ".quad" | ".xword" | ".dword" | ".8byte" => put(bytes, &operand, 8, endian),
            ".zero" | ".skip" | ".space" => {
                let count: usize = operand
                    .split(',')
                    .next()
                    .unwrap_or_default()
                    .parse()
                    .unwrap();
                bytes.resize(bytes.len() + count, 0);
            }
            ".ascii" => string(bytes, line),
            ".asciz" | ".string" => {
                string(bytes, line);
                bytes.push(0);
            }
            _ => {}
        }
    }
    all
}

fn put(bytes: &mut Vec<u8>, operands: &str, count: usize, endian: Endian) {
    for operand in operands.split(',') {
        let value = number(operand);
        match endian {
            Endian::Little => bytes.extend(&value.to_le_bytes()[..count]),
            Endian::Big => bytes.extend(&value.to_be_bytes()[16 - count..]),
        }
    }
}

fn number(text: &str) -> i128 {
    match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

fn string(bytes: &mut Vec<u8>, line: &str) {
    let text = line
        .split_once('"')
        .and_then(|(_, text)| text.rsplit_once('"'));
    let mut rest = text.map_or("", |(text, _)| text).as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let digits = rest
            .iter()
            .take(3)
            .take_while(|b| (b'0'..=b'7').contains(b))
            .count();
        if digits > 0 {
            let text = std::str::from_utf8(&rest[..digits]).unwrap();
            bytes.push(u8::from_str_radix(text, 8).unwrap());
            rest = &rest[digits..];
        } else {
            bytes.push(match rest[0] {
                b'n' => b'\n',
                b't' => b'\t',
                b'b' => 8,
                b'f' => 12,
                b'r' => b'\r',
                byte => byte,
            });
            rest = &rest[1..];
        }
    }
}
