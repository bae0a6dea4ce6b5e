declare void @llvm.something(i32)

define void @main() {
  call void @llvm.something(i32 1)
  ret void
}
