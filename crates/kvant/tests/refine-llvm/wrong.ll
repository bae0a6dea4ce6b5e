; RUN: opt < %s -passes=edit -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s

define i32 @changed(i32 %x) {
  %y = add i32 %x, 7
  ret i32 %y
}

define i32 @untouched(i32 %x) {
  %y = add i32 %x, 6
  ret i32 %y
}
