// A union may hold anything, so a reference to one may be made before all of it is written.
//~ FINE: uninitialised-referent
//~ OBSERVES: 1 u8 8

#[repr(C)]
union Either { small: u8, large: u32 }

fn start(x: u8) {
    mir! {
        let either: Either;
        let r: &mut Either;
        let nothing: ();
        {
            either = Either { small: x };
            r = &mut either;
            (*r).small = (*r).small + 1;
            Call(nothing = kvant::observe_u8(1, either.small), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
