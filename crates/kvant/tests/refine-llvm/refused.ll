; RUN: opt < %s -passes=unknown -S | FileCheck %s

define i32 @f(i32 %x) {
  ret i32 %x
}
