; An integer becomes the nearest float; one that is too large becomes infinite.
; @signed(i32 -1) => float -1.0
; @unsigned(i32 -1) => float 4294967296.0
; @signed(i32 16777217) => float 16777216.0
; @half(i32 65519) => half 65504.0
; @half(i32 65520) => half +inf
; @signed(i32 poison) => poison

define float @signed(i32 %a) {
  %r = sitofp i32 %a to float
  ret float %r
}

define float @unsigned(i32 %a) {
  %r = uitofp i32 %a to float
  ret float %r
}

define half @half(i32 %a) {
  %r = uitofp i32 %a to half
  ret half %r
}
