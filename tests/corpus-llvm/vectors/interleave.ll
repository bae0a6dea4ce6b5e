; Vectors are interleaved lane by lane, and taken apart again.
; @interleave2(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>) => <4 x i8> <i8 0, i8 1, i8 10, i8 11>
; @interleave2(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>) => <4 x i8> <poison, i8 1, i8 10, i8 11>
; @deinterleave2(<4 x i8> <i8 0, i8 1, i8 10, i8 11>) => { <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11> }
; @deinterleave2(<4 x i8> <poison, i8 1, i8 10, i8 11>) => { <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11> }
; @interleave3(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>) => <6 x i8> <i8 0, i8 1, i8 2, i8 10, i8 11, i8 12>
; @interleave3(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>) => <6 x i8> <poison, i8 1, i8 2, i8 10, i8 11, i8 12>
; @deinterleave3(<6 x i8> <i8 0, i8 1, i8 2, i8 10, i8 11, i8 12>) => { <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12> }
; @deinterleave3(<6 x i8> <poison, i8 1, i8 2, i8 10, i8 11, i8 12>) => { <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12> }
; @interleave4(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>) => <8 x i8> <i8 0, i8 1, i8 2, i8 3, i8 10, i8 11, i8 12, i8 13>
; @interleave4(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>) => <8 x i8> <poison, i8 1, i8 2, i8 3, i8 10, i8 11, i8 12, i8 13>
; @deinterleave4(<8 x i8> <i8 0, i8 1, i8 2, i8 3, i8 10, i8 11, i8 12, i8 13>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13> }
; @deinterleave4(<8 x i8> <poison, i8 1, i8 2, i8 3, i8 10, i8 11, i8 12, i8 13>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13> }
; @interleave5(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>) => <10 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 10, i8 11, i8 12, i8 13, i8 14>
; @interleave5(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>) => <10 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 10, i8 11, i8 12, i8 13, i8 14>
; @deinterleave5(<10 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 10, i8 11, i8 12, i8 13, i8 14>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14> }
; @deinterleave5(<10 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 10, i8 11, i8 12, i8 13, i8 14>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14> }
; @interleave6(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>) => <12 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>
; @interleave6(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>) => <12 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 5, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>
; @deinterleave6(<12 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15> }
; @deinterleave6(<12 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 5, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15> }
; @interleave7(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16>) => <14 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16>
; @interleave7(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16>) => <14 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16>
; @deinterleave7(<14 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16> }
; @deinterleave7(<14 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16> }
; @interleave8(<2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16>, <2 x i8> <i8 7, i8 17>) => <16 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16, i8 17>
; @interleave8(<2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16>, <2 x i8> <i8 7, i8 17>) => <16 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16, i8 17>
; @deinterleave8(<16 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16, i8 17>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <i8 0, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16>, <2 x i8> <i8 7, i8 17> }
; @deinterleave8(<16 x i8> <poison, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16, i8 17>) => { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } { <2 x i8> <poison, i8 10>, <2 x i8> <i8 1, i8 11>, <2 x i8> <i8 2, i8 12>, <2 x i8> <i8 3, i8 13>, <2 x i8> <i8 4, i8 14>, <2 x i8> <i8 5, i8 15>, <2 x i8> <i8 6, i8 16>, <2 x i8> <i8 7, i8 17> }

define <4 x i8> @interleave2(<2 x i8> %a0, <2 x i8> %a1) {
  %r = call <4 x i8> @llvm.vector.interleave2.v4i8(<2 x i8> %a0, <2 x i8> %a1)
  ret <4 x i8> %r
}

define { <2 x i8>, <2 x i8> } @deinterleave2(<4 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %a)
  ret { <2 x i8>, <2 x i8> } %r
}

define <6 x i8> @interleave3(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2) {
  %r = call <6 x i8> @llvm.vector.interleave3.v6i8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2)
  ret <6 x i8> %r
}

define { <2 x i8>, <2 x i8>, <2 x i8> } @deinterleave3(<6 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave3.v6i8(<6 x i8> %a)
  ret { <2 x i8>, <2 x i8>, <2 x i8> } %r
}

define <8 x i8> @interleave4(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3) {
  %r = call <8 x i8> @llvm.vector.interleave4.v8i8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3)
  ret <8 x i8> %r
}

define { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @deinterleave4(<8 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave4.v8i8(<8 x i8> %a)
  ret { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } %r
}

define <10 x i8> @interleave5(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4) {
  %r = call <10 x i8> @llvm.vector.interleave5.v10i8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4)
  ret <10 x i8> %r
}

define { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @deinterleave5(<10 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave5.v10i8(<10 x i8> %a)
  ret { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } %r
}

define <12 x i8> @interleave6(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4, <2 x i8> %a5) {
  %r = call <12 x i8> @llvm.vector.interleave6.v12i8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4, <2 x i8> %a5)
  ret <12 x i8> %r
}

define { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @deinterleave6(<12 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave6.v12i8(<12 x i8> %a)
  ret { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } %r
}

define <14 x i8> @interleave7(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4, <2 x i8> %a5, <2 x i8> %a6) {
  %r = call <14 x i8> @llvm.vector.interleave7.v14i8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4, <2 x i8> %a5, <2 x i8> %a6)
  ret <14 x i8> %r
}

define { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @deinterleave7(<14 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave7.v14i8(<14 x i8> %a)
  ret { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } %r
}

define <16 x i8> @interleave8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4, <2 x i8> %a5, <2 x i8> %a6, <2 x i8> %a7) {
  %r = call <16 x i8> @llvm.vector.interleave8.v16i8(<2 x i8> %a0, <2 x i8> %a1, <2 x i8> %a2, <2 x i8> %a3, <2 x i8> %a4, <2 x i8> %a5, <2 x i8> %a6, <2 x i8> %a7)
  ret <16 x i8> %r
}

define { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @deinterleave8(<16 x i8> %a) {
  %r = call { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } @llvm.vector.deinterleave8.v16i8(<16 x i8> %a)
  ret { <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8>, <2 x i8> } %r
}
