; `icmp samesign` of operands with different signs is poison.
; @same(i8 -1, i8 1) => poison
; @same(i8 1, i8 -1) => poison
; @same(i8 -2, i8 -1) => i1 true
; @same(i8 1, i8 2) => i1 true
; @same(i8 0, i8 0) => i1 false
; @plain(i8 -1, i8 1) => i1 false
; @signed(i8 -2, i8 -1) => i1 true
; @signed(i8 -2, i8 1) => poison

define i1 @same(i8 %a, i8 %b) {
  %r = icmp samesign ult i8 %a, %b
  ret i1 %r
}

define i1 @signed(i8 %a, i8 %b) {
  %r = icmp samesign slt i8 %a, %b
  ret i1 %r
}

define i1 @plain(i8 %a, i8 %b) {
  %r = icmp ult i8 %a, %b
  ret i1 %r
}
