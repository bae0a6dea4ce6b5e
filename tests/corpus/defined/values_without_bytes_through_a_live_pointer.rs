// Reading and writing values without bytes is fine while what the pointer points to is there.
//~ FINE: dangling-without-bytes
//~ OBSERVES: 0 u8 3

fn start(x: u8) {
    mir! {
        let unit: ();
        let here: ();
        let copy: ();
        let p: *mut ();
        {
            StorageLive(here);
            p = addr_of_mut!(here);
            *p = ();
            copy = *p;
            StorageDead(here);
            Call(unit = kvant::observe_u8(0_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
