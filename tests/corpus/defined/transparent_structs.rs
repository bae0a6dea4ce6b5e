// A transparent struct is what it holds.
//~ OBSERVES: 0 u32 12
//~ OBSERVES: 1 u32 12
//~ OBSERVES: 2 u32 12

#[repr(transparent)]
struct Meters(u32);

#[repr(transparent)]
struct Handle(*mut Meters);

fn grow(handle: Handle) -> Meters {
    mir! {
        let p: *mut Meters;
        let q: *mut u32;
        {
            p = handle.0;
            (*p).0 = (*p).0 + 1_u32;
            q = p as *mut u32;
            *q = *q + 10_u32;
            RET = *p;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let meters: Meters;
        let p: *mut Meters;
        let handle: Handle;
        let grown: Meters;
        let word: *mut u32;
        let y: u32;
        {
            meters = CastTransmute(x);
            p = addr_of_mut!(meters);
            handle = Handle(p);
            Call(grown = grow(handle), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, grown.0), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            y = CastTransmute(meters);
            Call(unit = kvant::observe_u32(1_u32, y), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            word = CastTransmute(handle);
            Call(unit = kvant::observe_u32(2_u32, *word), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
