// rustc 1.95 and 1.97 with -Zmir-opt-level=3: RemoveZsts drops the assignment of `one`, and DataflowConstProp takes
// what follows the switch for unreachable.
//~ OBSERVES: 0 u8 2

enum One {
    A = 5,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: u32) {
    mir! {
        let unit: ();
        let one: One;
        let discriminant: isize;
        let r: u8;
        {
            r = 1_u8;
            match x { 3 => look, _ => end }
        }
        look = {
            one = One::A;
            discriminant = Discriminant(one);
            match discriminant { 5 => is, _ => is_not }
        }
        is = {
            r = 2_u8;
            Goto(end)
        }
        is_not = {
            r = 3_u8;
            Goto(end)
        }
        end = {
            Call(unit = kvant::observe_u8(0_u32, r), ReturnTo(last), UnwindUnreachable())
        }
        last = { Return() }
    }
}

fn main() { kvant::run(|| entry(kvant::hide(3_u32))) }
