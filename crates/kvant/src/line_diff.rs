//! The difference between two texts, line by line.

/// A line of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// In both.
    Both(&'a str),
    /// Only in the first.
    Old(&'a str),
    /// Only in the second.
    New(&'a str),
    /// Number of lines in both that are left out here.
    Skipped(usize),
}

/// Number of lines that are shown before and after a difference.
const AROUND: usize = 2;

/// Beyond this many pairs of lines, the difference is shown as one block: finding more common lines would take too long.
const PAIRS: usize = 16_000_000;

/// The lines that differ, with a few around them.
pub(crate) fn line_diff<'a>(old: &'a str, new: &'a str) -> Vec<Line<'a>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let begin = common(old.iter().zip(&new));
    let (old_rest, new_rest) = (&old[begin..], &new[begin..]);
    let end = common(old_rest.iter().rev().zip(new_rest.iter().rev()));
    let (old_rest, tail) = old_rest.split_at(old_rest.len() - end);
    let new_rest = &new_rest[..new_rest.len() - end];

    let mut lines: Vec<Line<'a>> = old[..begin].iter().map(|line| Line::Both(line)).collect();
    lines.extend(between(old_rest, new_rest));
    lines.extend(tail.iter().map(|line| Line::Both(line)));
    shorten(&lines)
}

fn common<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> usize {
    pairs.take_while(|(old, new)| old == new).count()
}

/// Keeps the most lines that both have in the same order.
fn between<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let width = new.len() + 1;
    let is_too_much = old.len().saturating_mul(width) > PAIRS;
    // How many lines both have in common from here on.
    let mut shared = vec![
        0_u32;
        if is_too_much {
            0
        } else {
            (old.len() + 1) * width
        }
    ];
    if !is_too_much {
        for (n, old) in old.iter().enumerate().rev() {
            for (m, new) in new.iter().enumerate().rev() {
                let (here, below) = (n * width + m, (n + 1) * width + m);
                shared[here] = match old == new {
                    true => shared[below + 1] + 1,
                    false => shared[below].max(shared[here + 1]),
                };
            }
        }
    }
    let (mut n, mut m) = (0, 0);
    let mut lines = Vec::new();
    while n < old.len() || m < new.len() {
        let both = n < old.len() && m < new.len();
        if both && !is_too_much && old[n] == new[m] {
            lines.push(Line::Both(old[n]));
            (n, m) = (n + 1, m + 1);
        } else if m == new.len()
            || (both && (is_too_much || shared[(n + 1) * width + m] >= shared[n * width + m + 1]))
        {
            lines.push(Line::Old(old[n]));
            n += 1;
        } else {
            lines.push(Line::New(new[m]));
            m += 1;
        }
    }
    lines
}

/// Leaves out what is far from any difference.
fn shorten<'a>(lines: &[Line<'a>]) -> Vec<Line<'a>> {
    let differs = |line: &Line<'_>| !matches!(line, Line::Both(_));
    let mut short: Vec<Line<'a>> = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let near = &lines[n.saturating_sub(AROUND)..(n + AROUND + 1).min(lines.len())];
        if near.iter().any(differs) {
            short.push(*line);
        } else if let Some(Line::Skipped(count)) = short.last_mut() {
            *count += 1;
        } else {
            short.push(Line::Skipped(1));
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_shown_with_a_little_around_it() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nd\nx\nf\ny\ng\nh\n";
        assert_eq!(
            line_diff(old, new),
            [
                Line::Skipped(2),
                Line::Both("c"),
                Line::Both("d"),
                Line::Old("e"),
                Line::New("x"),
                Line::Both("f"),
                Line::New("y"),
                Line::Both("g"),
                Line::Both("h"),
            ]
        );
        assert_eq!(line_diff(old, old), [Line::Skipped(8)]);
        assert_eq!(line_diff("a", ""), [Line::Old("a")]);
        assert_eq!(line_diff("", "a"), [Line::New("a")]);
        assert_eq!(line_diff("", ""), []);
    }
}
