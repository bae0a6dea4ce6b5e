//! The parts of a data layout that well-formedness depends on.

/// Address spaces of a module, and the widths of addresses.
#[derive(Default)]
pub(super) struct Layout {
    /// The address space of `alloca`.
    pub(super) alloca: u32,
    /// The address space of functions.
    pub(super) program: u32,
    /// The address space that optimisers give new variables.
    pub(super) globals: u32,
    /// The bits of an address in an address space, where they are not 64.
    widths: Vec<(u32, u32)>,
    /// The names of address spaces.
    names: Vec<(String, u32)>,
}

impl Layout {
    /// Reads a data layout; what is not needed is skipped.
    pub(super) fn parse(text: &str) -> Result<Layout, String> {
        let mut layout = Layout::default();
        for part in text.split('-') {
            let (head, rest) = part.split_once(':').unwrap_or((part, ""));
            let mut letters = head.chars();
            let space = |digits: &str| match digits.parse::<u32>() {
                Ok(number) if number < 1 << 24 => Ok(number),
                Ok(_) => Err("an address space is a number of 24 bits".to_owned()),
                Err(_) => Ok(0),
            };
            match letters.next() {
                Some('A') => layout.alloca = space(letters.as_str())?,
                Some('P') => layout.program = space(letters.as_str())?,
                Some('G') => layout.globals = space(letters.as_str())?,
                Some('p') => {
                    let number = letters
                        .as_str()
                        .trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    let (number, name) = number.split_once('(').unwrap_or((number, ""));
                    if let Some(name) = name.strip_suffix(')') {
                        layout.names.push((name.to_owned(), space(number)?));
                    }
                    let mut sizes = rest.split(':').map(|size| size.parse().ok());
                    let size: Option<u32> = sizes.next().flatten();
                    // The width of an index is the fourth number, and that of a pointer by default.
                    let index = sizes.nth(2).flatten().or(size);
                    layout.widths.push((space(number)?, index.unwrap_or(64)));
                }
                _ => {}
            }
        }
        Ok(layout)
    }

    /// The address space with a name.
    pub(super) fn named(&self, name: &str) -> Option<u32> {
        match name {
            "A" => Some(self.alloca),
            "P" => Some(self.program),
            "G" => Some(self.globals),
            _ => {
                let found = self.names.iter().find(|it| it.0 == name);
                found.map(|it| it.1)
            }
        }
    }

    /// The bits of an address in an address space, unless only the target knows them.
    pub(super) fn address_bits(&self, space: u32) -> Option<u32> {
        let of = |wanted| {
            let mut widths = self.widths.iter().rev();
            widths
                .find(|(space, _)| *space == wanted)
                .map(|(_, bits)| *bits)
        };
        of(space).or_else(|| of(0))
    }
}
