//! Damaged texts are refused or read, and never end the process.

use kvant_llvm::{index, parse, print};

const EVERYTHING: &str = include_str!("everything.ll");

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn damaged(random: &mut Random) -> String {
    let mut bytes = EVERYTHING.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let other = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes[at] = b"{}()[]<>,=%@!#\"0z; \n"[random.below(20)],
            2 => {
                let end = (at + 1 + random.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let end = (other + random.below(30)).min(bytes.len());
                let copied = bytes[other..end].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => bytes.swap(at, other),
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_modules_do_no_harm() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut good, mut bad) = (0, 0);
    for n in 0..10_000 {
        let text = damaged(&mut random);
        let parts = index::index(&text);
        assert!(
            parts
                .windows(2)
                .all(|pair| pair[0].range.end == pair[1].range.start)
        );
        match parse::module(&text) {
            Err(error) => {
                bad += 1;
                assert!(error.line >= 1 && error.column >= 1, "{error}");
            }
            Ok(module) => {
                good += 1;
                let printed = print::module(&module);
                let again = parse::module(&printed);
                let again = again.unwrap_or_else(|error| panic!("{n}: {error}\n{text}"));
                assert_eq!(printed, print::module(&again), "{n}\n{text}");
            }
        }
    }
    assert!(good > 300 && bad > 300, "{good} {bad}");
}
