//! The text inside of the parentheses of attributes such as `memory(argmem: read)`.

/// Classes of floats in `nofpclass`.
const CLASSES: [&str; 16] = [
    "all", "nan", "snan", "qnan", "inf", "ninf", "pinf", "norm", "nnorm", "pnorm", "sub", "nsub",
    "psub", "zero", "nzero", "pzero",
];

/// Locations in `memory`.
const LOCATIONS: [&str; 6] = [
    "argmem",
    "inaccessiblemem",
    "errnomem",
    "target_mem",
    "target_mem0",
    "target_mem1",
];

const ACCESSES: [&str; 4] = ["none", "read", "write", "readwrite"];

const CAPTURES: [&str; 5] = [
    "none",
    "address",
    "address_is_null",
    "provenance",
    "read_provenance",
];

const ALLOCATIONS: [&str; 6] = [
    "alloc",
    "realloc",
    "free",
    "uninitialized",
    "zeroed",
    "aligned",
];

/// True if the text of a known attribute has the form that it must have.
#[allow(clippy::too_many_lines)] // It is one table.
pub(super) fn is_well_formed(word: &str, text: &str) -> bool {
    let parts = || text.split(',').map(str::trim);
    let number = |part: &str| part.parse::<u32>().ok();
    match word {
        "memory" => {
            // The access of other locations comes first.
            let mut had_location = false;
            let mut had_target = false;
            parts().all(|part| match part.split_once(':') {
                Some((location, access)) => {
                    let location = location.trim();
                    let is_late = had_target && location == "target_mem";
                    had_location = true;
                    had_target |= matches!(location, "target_mem0" | "target_mem1");
                    LOCATIONS.contains(&location) && ACCESSES.contains(&access.trim()) && !is_late
                }
                None => !had_location && ACCESSES.contains(&part),
            })
        }
        "captures" => {
            let lists = text.split("ret:").collect::<Vec<_>>();
            lists.len() <= 2
                && lists.iter().enumerate().all(|(n, list)| {
                    // A comma stands before `ret:`, unless it is first.
                    let list = list.trim().trim_end_matches(',');
                    let words: Vec<&str> = list.split(',').map(str::trim).collect();
                    let is_left_out = n == 0 && lists.len() == 2 && list.is_empty();
                    is_left_out
                        || words.iter().all(|it| CAPTURES.contains(it))
                            && (words.len() == 1 || !words.contains(&"none"))
                })
        }
        "nofpclass" => {
            let mask = text.parse::<u32>();
            let mut words = text.split_whitespace();
            mask.is_ok_and(|mask| (1..1024).contains(&mask))
                || !text.is_empty() && words.all(|it| CLASSES.contains(&it))
        }
        "range" => {
            let bounds = text.split_once(' ').and_then(|(ty, bounds)| {
                let bits: u32 = ty.strip_prefix('i')?.parse().ok()?;
                let (low, high) = bounds.split_once(',')?;
                let is_number = |it: &str| {
                    let digits = it.strip_prefix('-').unwrap_or(it);
                    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
                };
                let (low, high) = (low.trim(), high.trim());
                (is_number(low) && is_number(high)).then_some((bits, low, high))
            });
            bounds.is_some_and(|(bits, low, high)| {
                let fits = |it: &str| match it.parse::<i128>() {
                    Ok(value) if bits < 127 => (-(1i128 << (bits - 1))..1 << bits).contains(&value),
                    _ => true,
                };
                bits > 0 && fits(low) && fits(high) && (low != high || low == "0")
            })
        }
        "initializes" => {
            let inside = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
            let mut last = None;
            inside.is_some_and(|inside| {
                inside.split(')').enumerate().all(|(n, pair)| {
                    // Pairs have a comma between them.
                    if n > 0 && !pair.trim_start().starts_with(',') {
                        return false;
                    }
                    let pair = pair.trim_start_matches([' ', ',', '(']);
                    let bounds = pair.split_once(',').and_then(|(low, high)| {
                        Some((low.trim().parse::<i64>().ok()?, high.trim().parse().ok()?))
                    });
                    let Some((low, high)) = bounds else {
                        return false;
                    };
                    let is_behind = last.is_none_or(|last| last < low);
                    last = Some(high);
                    is_behind && low < high
                })
            })
        }
        "allocsize" => {
            let numbers: Vec<_> = parts().map(number).collect();
            match numbers[..] {
                [Some(_)] => true,
                [Some(size), Some(count)] => size != count,
                _ => false,
            }
        }
        "vscale_range" => parts().count() <= 2 && parts().all(|it| number(it).is_some()),
        "allockind" => {
            let inside = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            inside.is_some_and(|inside| inside.split(',').all(|it| ALLOCATIONS.contains(&it)))
        }
        "denormal_fpenv" => {
            const MODES: [&str; 4] = ["ieee", "preservesign", "positivezero", "dynamic"];
            let is_mode = |text: &str| {
                let mut modes = text.split('|').map(str::trim);
                text.split('|').count() <= 2 && modes.all(|it| MODES.contains(&it))
            };
            let of_float = |text: &str| {
                let mode = text.strip_prefix("float").map(str::trim_start);
                mode.and_then(|it| it.strip_prefix(':'))
                    .is_some_and(is_mode)
            };
            match text.split_once(',') {
                Some((mode, float)) => is_mode(mode) && of_float(float.trim()),
                None => is_mode(text) || of_float(text),
            }
        }
        "uwtable" => matches!(text, "sync" | "async"),
        "dead_on_return" => text.parse::<u64>().is_ok(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::is_well_formed;

    #[test]
    fn texts_have_their_form() {
        let good = [
            ("memory", "none"),
            ("memory", "read, argmem: readwrite, inaccessiblemem:none"),
            ("captures", "none"),
            ("captures", "ret: address, provenance"),
            ("captures", "address, ret: provenance"),
            ("nofpclass", "nan pinf"),
            ("nofpclass", "1023"),
            ("range", "i8 -128, 255"),
            ("range", "i8 0, 0"),
            ("initializes", "(0, 4), (8, 12)"),
            ("initializes", "(-4, 0)"),
            ("allocsize", "0, 1"),
            ("allockind", "\"alloc,zeroed\""),
            ("vscale_range", "1, 16"),
            ("uwtable", "sync"),
        ];
        for (word, text) in good {
            assert!(is_well_formed(word, text), "{word}({text})");
        }
        let bad = [
            ("memory", ""),
            ("memory", "argmem: read, none"),
            ("memory", "argmem"),
            ("memory", "heap: read"),
            ("captures", "none, address"),
            ("captures", "ret: address, ret: none"),
            ("nofpclass", "0"),
            ("nofpclass", "fast"),
            ("range", "i8 1, 1"),
            ("range", "i8 0, 256"),
            ("range", "float 0, 1"),
            ("initializes", "(0, 4), (4, 8)"),
            ("initializes", "(4, 0)"),
            ("allocsize", "1, 1"),
            ("allockind", "\"\""),
            ("uwtable", "all"),
        ];
        for (word, text) in bad {
            assert!(!is_well_formed(word, text), "{word}({text})");
        }
    }
}
