// Chars compare by number; `as` takes them to integers and bytes to them.
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 u8 172
//~ OBSERVES: 2 u32 1114111
//~ OBSERVES: 3 char 0xe9

fn start(a: char, euro: char, last: char, byte: u8) {
    mir! {
        let unit: ();
        let less: bool;
        let low: u8;
        let number: u32;
        let letter: char;
        {
            less = a < euro;
            low = euro as u8;
            number = last as u32;
            letter = byte as char;
            Call(unit = kvant::observe_bool(0_u32, less), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_u8(1_u32, low), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_u32(2_u32, number), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Call(unit = kvant::observe_char(3_u32, letter), ReturnTo(o3), UnwindUnreachable())
        }
        o3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide('a'), kvant::hide('\u{20ac}'), kvant::hide('\u{10ffff}'), kvant::hide(233_u8)))
}
