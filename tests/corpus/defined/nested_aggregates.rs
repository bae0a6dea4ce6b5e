// Parts of parts can be read and written one by one, and whole parts can be copied out.
//~ OBSERVES: 1 u16 500
//~ OBSERVES: 2 i8 -3
//~ OBSERVES: 3 bool true
//~ OBSERVES: 4 u16 400
//~ OBSERVES: 5 u128 7
//~ OBSERVES: 6 u16 500

struct Inner {
    tag: i8,
    pair: (u16, bool),
}

struct Outer {
    list: [Inner; 2],
    wide: u128,
}

fn start(tag: i8, wide: u128) {
    mir! {
        let pair: (u16, bool);
        let first: Inner;
        let second: Inner;
        let list: [Inner; 2];
        let outer: Outer;
        let copied: (u16, bool);
        let which: usize;
        let nothing: ();
        {
            pair = (400, true);
            first = Inner { tag: tag, pair: pair };
            second = Inner { tag: 9, pair: pair };
            list = [first, second];
            outer = Outer { list: list, wide: wide };
            which = 1;
            outer.list[which].pair.0 = 500;
            Call(nothing = kvant::observe_u16(1, outer.list[which].pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            which = 0;
            Call(nothing = kvant::observe_i8(2, outer.list[which].tag), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Call(nothing = kvant::observe_bool(3, outer.list[which].pair.1), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Call(nothing = kvant::observe_u16(4, outer.list[which].pair.0), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Call(nothing = kvant::observe_u128(5, outer.wide), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            which = 1;
            copied = outer.list[which].pair;
            Call(nothing = kvant::observe_u16(6, copied.0), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-3_i8), kvant::hide(7_u128)))
}
