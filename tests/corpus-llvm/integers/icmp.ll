; Every predicate compares as signed or as unsigned numbers.
; @all(i8 -1, i8 1) => <10 x i1> <i1 0, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1>
; @all(i8 1, i8 -1) => <10 x i1> <i1 0, i1 1, i1 0, i1 0, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0>
; @all(i8 5, i8 5) => <10 x i1> <i1 1, i1 0, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1>

define [10 x i1] @all(i8 %a, i8 %b) {
  %eq = icmp eq i8 %a, %b
  %ne = icmp ne i8 %a, %b
  %slt = icmp slt i8 %a, %b
  %sle = icmp sle i8 %a, %b
  %sgt = icmp sgt i8 %a, %b
  %sge = icmp sge i8 %a, %b
  %ult = icmp ult i8 %a, %b
  %ule = icmp ule i8 %a, %b
  %ugt = icmp ugt i8 %a, %b
  %uge = icmp uge i8 %a, %b
  %r0 = insertvalue [10 x i1] poison, i1 %eq, 0
  %r1 = insertvalue [10 x i1] %r0, i1 %ne, 1
  %r2 = insertvalue [10 x i1] %r1, i1 %slt, 2
  %r3 = insertvalue [10 x i1] %r2, i1 %sle, 3
  %r4 = insertvalue [10 x i1] %r3, i1 %sgt, 4
  %r5 = insertvalue [10 x i1] %r4, i1 %sge, 5
  %r6 = insertvalue [10 x i1] %r5, i1 %ult, 6
  %r7 = insertvalue [10 x i1] %r6, i1 %ule, 7
  %r8 = insertvalue [10 x i1] %r7, i1 %ugt, 8
  %r9 = insertvalue [10 x i1] %r8, i1 %uge, 9
  ret [10 x i1] %r9
}
