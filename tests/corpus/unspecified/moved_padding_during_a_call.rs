// A function may get the very memory that its argument was moved from, padding and all.

#[repr(C)]
struct Big { a: u8, b: u32, c: [u64; 8] }

fn f(x: Big, p: *mut u8) -> u8 {
    mir! {
        let q: *mut Big;
        let r: *mut u8;
        let s: *mut u8;
        {
            q = addr_of_mut!(x);
            r = q as *mut u8;
            s = Offset(r, 1_usize);
            *s = 5_u8;
            *p = 7_u8; //~ UNSPECIFIED: moved-place
            RET = *s;
            Return()
        }
    }
}

fn entry(n: u8) {
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
            Call(n = f(Move(x), s), ReturnTo(report), UnwindUnreachable())
        }
        report = {
            Call(unit = kvant::observe_u8(0_u32, n), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(21_u8))) }
