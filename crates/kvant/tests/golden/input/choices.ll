define { i2, <2 x float>, i8 } @freeze(<2 x i2> %x, { i8, float } %s) {
  %f = freeze i2 undef
  %r0 = insertvalue { i2, <2 x float>, i8 } poison, i2 %f, 0
  %g = extractvalue { i8, float } %s, 1
  %v = insertelement <2 x float> undef, float %g, i32 0
  %r1 = insertvalue { i2, <2 x float>, i8 } %r0, <2 x float> %v, 1
  %h = extractvalue { i8, float } %s, 0
  %r2 = insertvalue { i2, <2 x float>, i8 } %r1, i8 %h, 2
  ret { i2, <2 x float>, i8 } %r2
}

define i32 @divide(i32 %a) {
  %f = freeze i1 undef
  %b = zext i1 %f to i32
  %q = udiv i32 %a, %b
  ret i32 %q
}
