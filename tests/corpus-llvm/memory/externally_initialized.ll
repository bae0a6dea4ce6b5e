; A variable that is initialised elsewhere has an unknown value, and none with a name that a compiler may change.
; @local() => unsupported: external

@l = internal externally_initialized global i8 0
define i8 @local() {
  %r = load i8, ptr @l
  ret i8 %r
}
