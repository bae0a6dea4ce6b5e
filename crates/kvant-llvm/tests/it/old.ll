; Constants that LLVM 15 reads and prints, and newer versions do not read.
@a = external global i8
@b = external global i8
@vtable = external constant { [3 x ptr], [2 x ptr] }
@point = constant ptr getelementptr inbounds ({ [3 x ptr], [2 x ptr] }, ptr @vtable, i32 0, inrange i32 1, i32 2)
@product = global i64 mul nuw nsw (i64 ptrtoint (ptr getelementptr (i64, ptr null, i32 1) to i64), i64 4)
@shifted = global i64 ashr exact (i64 shl nuw (i64 ptrtoint (ptr @a to i64), i64 32), i64 32)
@masked = global i64 or (i64 and (i64 ptrtoint (ptr @a to i64), i64 -8), i64 lshr (i64 ptrtoint (ptr @b to i64), i64 3))
@wide = global i128 zext (i64 ptrtoint (ptr @a to i64) to i128)
@signed = global i128 sext (i64 ptrtoint (ptr @a to i64) to i128)
@ordered = global <2 x i1> icmp ult (<2 x ptr> <ptr @a, ptr @b>, <2 x ptr> <ptr @b, ptr @a>)
@float = global float fptrunc (double uitofp (i1 icmp eq (ptr @a, ptr @b) to double) to float)
@negated = global double fneg (double sitofp (i64 ptrtoint (ptr @a to i64) to double))
@back = global i8 fptosi (fp128 fpext (double bitcast (i64 ptrtoint (ptr @a to i64) to double) to fp128) to i8)
@unsigned = global i8 fptoui (double bitcast (i64 ptrtoint (ptr @a to i64) to double) to i8)

declare void @use(i64, i1, x86_mmx)

define i64 @f() {
  call void @use(i64 mul (i64 ptrtoint (ptr @a to i64), i64 4), i1 fcmp oeq (double bitcast (i64 ptrtoint (ptr @a to i64) to double), double 0.000000e+00), x86_mmx undef)
  call void @use(i64 select (i1 icmp ne (ptr @a, ptr @b), i64 1, i64 2), i1 icmp eq (ptr @a, ptr @b), x86_mmx undef)
  br i1 icmp eq (ptr inttoptr (i64 115 to ptr), ptr @a), label %yes, label %no

yes:
  ret i64 and (i64 ptrtoint (ptr @a to i64), i64 1)

no:
  ret i64 zext (i1 icmp eq (ptr @a, ptr @b) to i64)
}
