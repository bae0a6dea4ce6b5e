// Padding may be uninitialised behind a reference too.
//~ FINE: uninitialised-referent
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u32 8

#[repr(C)]
struct Padded { a: u8, b: u32 }

fn start(x: u32) {
    mir! {
        let padded: Padded;
        let r: &mut Padded;
        let nothing: ();
        {
            padded.a = 1;
            padded.b = x;
            r = &mut padded;
            (*r).b = (*r).b + 1;
            Call(nothing = kvant::observe_u8(1, (*r).a), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(2, padded.b), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
