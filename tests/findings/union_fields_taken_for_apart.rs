// rustc 1.95 and 1.97 at O2 and O3: JumpThreading goes on as if `flag` were as before. rust-lang/rust#161898.
//~ OBSERVES: 0 u8 1

#[repr(C)]
union Both {
    flag: bool,
    number: u64,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(flag: bool, number: u64) {
    mir! {
        let unit: ();
        let both: Both;
        let again: bool;
        {
            both = Both { flag: flag };
            match both.flag { false => no, _ => yes }
        }
        no = {
            number = number + 0_u64;
            Goto(join)
        }
        yes = {
            Goto(join)
        }
        join = {
            both.number = number;
            again = both.flag;
            match again { false => first, _ => second }
        }
        first = {
            Call(unit = kvant::observe_u8(0_u32, 0_u8), ReturnTo(last), UnwindUnreachable())
        }
        second = {
            Call(unit = kvant::observe_u8(0_u32, 1_u8), ReturnTo(last), UnwindUnreachable())
        }
        last = { Return() }
    }
}

fn main() { kvant::run(|| entry(kvant::hide(false), kvant::hide(1_u64))) }
