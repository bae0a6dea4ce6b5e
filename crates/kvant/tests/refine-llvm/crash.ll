; RUN: opt < %s -passes=crash -S | FileCheck %s

define i32 @first(i32 %x) {
  %y = mul i32 %x, 12
  ret i32 %y
}

define i32 @culprit(i32 %x) {
  %y = mul i32 %x, 13
  ret i32 %y
}

define i32 @last(i32 %x) {
  %y = mul i32 %x, 14
  ret i32 %y
}

; The same as the last one up to its name.
define i32 @again(i32 %x) {
  %y = mul i32 %x, 14
  ret i32 %y
}
