; Bodies and values of symbols that another module has too may be dropped, so that nothing is known about them.
; @call() => unsupported: external
; @load() => unsupported: external

@g = available_externally global i8 1
define available_externally i8 @f() {
  ret i8 1
}

define i8 @call() {
  %r = call i8 @f()
  ret i8 %r
}

define i8 @load() {
  %r = load i8, ptr @g
  ret i8 %r
}
