; RUN: opt -passes=copy -S %s | FileCheck %s

declare i32 @outside(i32)

define i32 @calls(i32 %x) {
  %y = call i32 @outside(i32 %x)
  %z = call i32 @inside(i32 %y)
  ret i32 %z
}

define internal i32 @inside(i32 %x) {
  %y = xor i32 %x, -1
  ret i32 %y
}

define i32 @of_a_target(i32 %x) {
  %y = call i32 @llvm.x86.rdpid()
  ret i32 %y
}

declare i32 @llvm.x86.rdpid()
