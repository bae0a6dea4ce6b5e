// What has no bytes has none in common with itself: it may be copied to where it is.
//~ OBSERVES: 0 u8 7
//~ FINE: overlapping-assignment
//~ FINE: overlapping-return-place

struct Nothing {}

fn same(nothing: Nothing) -> Nothing {
    mir! {
        {
            RET = nothing;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let nothing: Nothing;
        let p: *mut Nothing;
        {
            nothing = Nothing {};
            p = addr_of_mut!(nothing);
            *p = nothing;
            Call(*p = same(nothing), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Call(unit = kvant::observe_u8(0_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
