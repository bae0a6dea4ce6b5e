; Checks that a compiler may switch on or off are a choice.
; @runtime() => i1 true | i1 false
; @ubsan() => i1 true | i1 false
; @widenable() => i1 true | i1 false
; @neither(i1 true) => i1 true

define i1 @runtime() {
  %r = call i1 @llvm.allow.runtime.check(metadata !"kind")
  ret i1 %r
}

define i1 @ubsan() {
  %r = call i1 @llvm.allow.ubsan.check(i8 1)
  ret i1 %r
}

define i1 @widenable() {
  %r = call i1 @llvm.experimental.widenable.condition()
  ret i1 %r
}

define i1 @neither(i1 %a) {
  ret i1 %a
}
