// Padding of what was moved to a function can be written again when the function has returned.
//~ OBSERVES: 0 u8 7
//~ FINE: moved-place

#[repr(C)]
struct Big { a: u8, b: u32, c: [u64; 8] }

fn f(x: Big) -> u8 {
    mir! {
        {
            RET = x.a;
            Return()
        }
    }
}

fn start(n: u8) {
    mir! {
        let unit: ();
        let x: Big;
        let c: [u64; 8];
        let q: *mut Big;
        let r: *mut u8;
        let s: *mut u8;
        {
            c = [1_u64; 8];
            x = Big { a: n, b: 2_u32, c: c };
            q = addr_of_mut!(x);
            r = q as *mut u8;
            s = Offset(r, 1_usize);
            Call(n = f(Move(x)), ReturnTo(report), UnwindUnreachable())
        }
        report = {
            *s = 7_u8;
            Call(unit = kvant::observe_u8(0_u32, *s), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(21_u8)))
}
