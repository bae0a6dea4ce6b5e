// The distances that the promised layouts of enums promise.
//~ OBSERVES: 0 isize 8
//~ OBSERVES: 1 isize 12
//~ OBSERVES: 2 isize 11
//~ OBSERVES: 3 isize 16
//~ OBSERVES: 4 isize 1
//~ OBSERVES: 5 isize 4
//~ OBSERVES: 6 isize 4
//~ OBSERVES: 7 isize 8
//~ OBSERVES: 8 isize 16
//~ OBSERVES: 9 isize 4
//~ OBSERVES: 10 isize 6
//~ OBSERVES: 11 isize 6
//~ OBSERVES: 12 isize 11
//~ OBSERVES: 13 isize 4
//~ OBSERVES: 14 isize 8

#[repr(C)]
enum EC {
    A(u8, u32),
    B(u64),
    C(u16, u8, u16),
    D([u8; 3], u8),
}

#[repr(u8)]
enum E8 {
    A(u8, u32),
    B(u64),
    C(u16, u8, u16),
    D([u8; 3], u8),
}

#[repr(i16)]
enum E16 {
    A(u8, u32),
    B(u64),
    C(u16, u8, u16),
    D([u8; 3], u8),
}

#[repr(u32)]
enum E32 {
    A(u8, u32),
    B(u64),
    C(u16, u8, u16),
    D([u8; 3], u8),
}

#[repr(i64)]
enum E64 {
    A(u8, u32),
    B(u64),
    C(u16, u8, u16),
    D([u8; 3], u8),
}

#[repr(u8)]
enum Small {
    A(u8),
    B(u16),
    C,
}

#[repr(C)]
enum SmallC {
    A(u8),
    B(u16),
    C,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let three: [u8; 3];
        let ec: EC;
        let pec: *const EC;
        let b: *const u8;
        let f: *const u8;
        let g: *const u32;
        let h: *const u16;
        let k: *const u64;
        let d: isize;
        let e8: E8;
        let pe8: *const E8;
        let e16: E16;
        let pe16: *const E16;
        let e32: E32;
        let pe32: *const E32;
        let e64: E64;
        let pe64: *const E64;
        let s: [Small; 2];
        let ps: *const Small;
        let w: *const [Small; 2];
        let sm: Small;
        let sc: [SmallC; 2];
        let psc: *const SmallC;
        let wc: *const [SmallC; 2];
        let smc: SmallC;
        {
            three = [x; 3];
            pec = addr_of!(ec);
            b = pec as *const u8;
            ec = EC::A(x, 1_u32);
            f = addr_of!(place!(Field::<u8>(Variant(ec, 0), 0)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            g = addr_of!(place!(Field::<u32>(Variant(ec, 0), 1)));
            f = g as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_isize(1_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            ec = EC::D(three, x);
            f = addr_of!(place!(Field::<u8>(Variant(ec, 3), 1)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            pec = Offset(pec, 1_isize);
            f = pec as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            pe8 = addr_of!(e8);
            b = pe8 as *const u8;
            e8 = E8::A(x, 1_u32);
            f = addr_of!(place!(Field::<u8>(Variant(e8, 0), 0)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            Call(unit = kvant::observe_isize(4_u32, d), ReturnTo(next_10), UnwindUnreachable())
        }
        next_10 = {
            g = addr_of!(place!(Field::<u32>(Variant(e8, 0), 1)));
            f = g as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_11), UnwindUnreachable())
        }
        next_11 = {
            Call(unit = kvant::observe_isize(5_u32, d), ReturnTo(next_12), UnwindUnreachable())
        }
        next_12 = {
            e8 = E8::D(three, x);
            f = addr_of!(place!(Field::<u8>(Variant(e8, 3), 1)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_13), UnwindUnreachable())
        }
        next_13 = {
            Call(unit = kvant::observe_isize(6_u32, d), ReturnTo(next_14), UnwindUnreachable())
        }
        next_14 = {
            e8 = E8::B(1_u64);
            k = addr_of!(place!(Field::<u64>(Variant(e8, 1), 0)));
            f = k as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_15), UnwindUnreachable())
        }
        next_15 = {
            Call(unit = kvant::observe_isize(7_u32, d), ReturnTo(next_16), UnwindUnreachable())
        }
        next_16 = {
            pe8 = Offset(pe8, 1_isize);
            f = pe8 as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_17), UnwindUnreachable())
        }
        next_17 = {
            Call(unit = kvant::observe_isize(8_u32, d), ReturnTo(next_18), UnwindUnreachable())
        }
        next_18 = {
            pe16 = addr_of!(e16);
            b = pe16 as *const u8;
            e16 = E16::C(1_u16, x, 2_u16);
            f = addr_of!(place!(Field::<u8>(Variant(e16, 2), 1)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_19), UnwindUnreachable())
        }
        next_19 = {
            Call(unit = kvant::observe_isize(9_u32, d), ReturnTo(next_20), UnwindUnreachable())
        }
        next_20 = {
            h = addr_of!(place!(Field::<u16>(Variant(e16, 2), 2)));
            f = h as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_21), UnwindUnreachable())
        }
        next_21 = {
            Call(unit = kvant::observe_isize(10_u32, d), ReturnTo(next_22), UnwindUnreachable())
        }
        next_22 = {
            pe32 = addr_of!(e32);
            b = pe32 as *const u8;
            e32 = E32::C(1_u16, x, 2_u16);
            f = addr_of!(place!(Field::<u8>(Variant(e32, 2), 1)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_23), UnwindUnreachable())
        }
        next_23 = {
            Call(unit = kvant::observe_isize(11_u32, d), ReturnTo(next_24), UnwindUnreachable())
        }
        next_24 = {
            pe64 = addr_of!(e64);
            b = pe64 as *const u8;
            e64 = E64::D(three, x);
            f = addr_of!(place!(Field::<u8>(Variant(e64, 3), 1)));
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_25), UnwindUnreachable())
        }
        next_25 = {
            Call(unit = kvant::observe_isize(12_u32, d), ReturnTo(next_26), UnwindUnreachable())
        }
        next_26 = {
            sm = Small::C;
            s = [sm; 2];
            w = addr_of!(s);
            ps = w as *const Small;
            b = ps as *const u8;
            ps = Offset(ps, 1_isize);
            f = ps as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_27), UnwindUnreachable())
        }
        next_27 = {
            Call(unit = kvant::observe_isize(13_u32, d), ReturnTo(next_28), UnwindUnreachable())
        }
        next_28 = {
            smc = SmallC::C;
            sc = [smc; 2];
            wc = addr_of!(sc);
            psc = wc as *const SmallC;
            b = psc as *const u8;
            psc = Offset(psc, 1_isize);
            f = psc as *const u8;
            Call(d = core::intrinsics::ptr_offset_from(f, b), ReturnTo(next_29), UnwindUnreachable())
        }
        next_29 = {
            Call(unit = kvant::observe_isize(14_u32, d), ReturnTo(next_30), UnwindUnreachable())
        }
        next_30 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
