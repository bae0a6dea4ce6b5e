; Memory of another address space is accessed as usual; null and casts are up to the target.
; @load(i64 1) => i8 2
; @load(i64 2) => undefined: out-of-bounds
; @null() => unspecified: address-space
; @cast() => unspecified: address-space

@g = addrspace(1) global [2 x i8] c"\01\02"
define i8 @load(i64 %n) {
  %p = getelementptr i8, ptr addrspace(1) @g, i64 %n
  %r = load i8, ptr addrspace(1) %p
  ret i8 %r
}

define i1 @null() {
  %r = icmp eq ptr addrspace(1) @g, null
  ret i1 %r
}

define i8 @cast() {
  %p = addrspacecast ptr addrspace(1) @g to ptr
  %r = load i8, ptr %p
  ret i8 %r
}
