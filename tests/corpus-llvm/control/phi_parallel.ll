; The phis of a block read their operands all at once.
; @swap(i8 0) => { i8, i8 } { i8 1, i8 2 }
; @swap(i8 1) => { i8, i8 } { i8 2, i8 1 }
; @swap(i8 2) => { i8, i8 } { i8 1, i8 2 }

define { i8, i8 } @swap(i8 %n) {
entry:
  br label %loop
loop:
  %a = phi i8 [ 1, %entry ], [ %b, %next ]
  %b = phi i8 [ 2, %entry ], [ %a, %next ]
  %i = phi i8 [ 0, %entry ], [ %j, %next ]
  %done = icmp eq i8 %i, %n
  br i1 %done, label %exit, label %next
next:
  %j = add i8 %i, 1
  br label %loop
exit:
  %r0 = insertvalue { i8, i8 } poison, i8 %a, 0
  %r1 = insertvalue { i8, i8 } %r0, i8 %b, 1
  ret { i8, i8 } %r1
}
