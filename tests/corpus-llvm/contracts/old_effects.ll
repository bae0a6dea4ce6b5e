; The old attributes about memory of functions mean the same as `memory(…)`.
; @readnone() => undefined: memory-effects
; @readonly() => undefined: memory-effects
; @argument() => undefined: memory-effects
; @inaccessible() => undefined: memory-effects
; @either() => undefined: memory-effects
; @write() => poison
; @fine() => i8 5

@g = global i8 5
define void @f_readnone() readnone {
  store i8 1, ptr @g
  ret void
}

define void @f_readonly() readonly {
  store i8 1, ptr @g
  ret void
}

define void @f_argument() argmemonly {
  store i8 1, ptr @g
  ret void
}

define void @f_inaccessible() inaccessiblememonly {
  store i8 1, ptr @g
  ret void
}

define void @f_either() inaccessiblemem_or_argmemonly {
  store i8 1, ptr @g
  ret void
}

define i8 @f_write() writeonly {
  %r = load i8, ptr @g
  ret i8 %r
}

define i8 @f_fine() readonly {
  %r = load i8, ptr @g
  ret i8 %r
}

define void @readnone() {
  call void @f_readnone()
  ret void
}

define void @readonly() {
  call void @f_readonly()
  ret void
}

define void @argument() {
  call void @f_argument()
  ret void
}

define void @inaccessible() {
  call void @f_inaccessible()
  ret void
}

define void @either() {
  call void @f_either()
  ret void
}

define i8 @write() {
  %r = call i8 @f_write()
  ret i8 %r
}

define i8 @fine() {
  %r = call i8 @f_fine()
  ret i8 %r
}
