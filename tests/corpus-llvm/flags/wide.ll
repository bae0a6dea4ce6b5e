; Flags hold for integers of any width.
; @nsw(i129 -1) => i129 0
; @nuw(i129 -1) => poison
; @trunc(i129 -1) => i8 -1
; @trunc_nuw(i129 -1) => poison
; @trunc_nuw(i129 255) => i8 -1
; @zext(i129 -1) => poison
; @zext(i129 5) => i200 5

define i129 @nsw(i129 %a) {
  %r = add nsw i129 %a, 1
  ret i129 %r
}

define i129 @nuw(i129 %a) {
  %r = add nuw i129 %a, 1
  ret i129 %r
}

define i8 @trunc(i129 %a) {
  %r = trunc nsw i129 %a to i8
  ret i8 %r
}

define i8 @trunc_nuw(i129 %a) {
  %r = trunc nuw i129 %a to i8
  ret i8 %r
}

define i200 @zext(i129 %a) {
  %r = zext nneg i129 %a to i200
  ret i200 %r
}
