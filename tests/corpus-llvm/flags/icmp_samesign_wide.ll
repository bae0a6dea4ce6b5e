; `samesign` holds for integers of any width, in both orders.
; @same(i200 -1, i200 1) => poison
; @same(i200 1, i200 -1) => poison
; @same(i200 1, i200 2) => i1 true
; @same(i200 -2, i200 -1) => i1 true

define i1 @same(i200 %a, i200 %b) {
  %r = icmp samesign ult i200 %a, %b
  ret i1 %r
}
