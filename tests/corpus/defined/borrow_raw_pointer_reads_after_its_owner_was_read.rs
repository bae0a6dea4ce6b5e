// A raw pointer of a frozen reference still reads.
//~ FINE: borrow
//~ OBSERVES: 1 u32 8

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        let unit: ();
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            *p = 8;
            y = x;
            y = *p;
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
