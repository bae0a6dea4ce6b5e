; An `indirectbr` goes to one of its labels, and to nothing else.
; @f(i1 true) => i8 1
; @f(i1 false) => i8 2
; @other() => undefined: bad-branch
; @null() => undefined: bad-branch

define i8 @f(i1 %c) {
  %p = select i1 %c, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i8 1
b:
  ret i8 2
}

define i8 @other() {
  indirectbr ptr blockaddress(@other, %b), [label %a]
a:
  ret i8 1
b:
  ret i8 2
}

define i8 @null() {
  indirectbr ptr null, [label %a]
a:
  ret i8 1
}
