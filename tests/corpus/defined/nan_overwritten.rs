// Where a NaN was overwritten there is a plain number again.
//~ FINE: open-value
//~ OBSERVES: 0 f64 0x4004000000000000

fn start(infinite: f64) {
    mir! {
        let unit: ();
        let slot: [f64; 2];
        let k: usize;
        let p: *mut f64;
        {
            slot = [infinite; 2];
            k = 1_usize;
            p = addr_of_mut!(slot[k]);
            *p = infinite - infinite;
            *p = 2.5_f64;
            Call(unit = kvant::observe_f64(0_u32, slot[k]), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(f64::INFINITY)))
}
