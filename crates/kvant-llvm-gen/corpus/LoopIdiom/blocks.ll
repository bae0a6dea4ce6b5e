; RUN: opt < %s -passes=loop-idiom -S | FileCheck %s

; Loops that are a fill, a copy, or a count of bits.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @filled(ptr %p, i64 %n, i8 %b) {
entry:
  %len = and i64 %n, 31
  %none = icmp eq i64 %len, 0
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 %b, ptr %q, align 1
  %next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %next, %len
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

define void @copied(ptr noalias %dst, ptr noalias %src, i64 %n) {
entry:
  %k = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i64, ptr %src, i64 %i
  %q = getelementptr inbounds i64, ptr %dst, i64 %i
  %v = load i64, ptr %p, align 8
  store i64 %v, ptr %q, align 8
  %next = add nuw nsw i64 %i, 1
  %c = icmp ugt i64 %i, %k
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

define void @moved_down(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %a = getelementptr inbounds i32, ptr %p, i64 %next
  %b = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %a, align 4
  store i32 %v, ptr %b, align 4
  %c = icmp ult i64 %next, 9
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define void @pattern_of_words(ptr %p, i64 %n) {
entry:
  %len = and i64 %n, 15
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds { i16, i16 }, ptr %p, i64 %i
  store i16 0, ptr %q, align 2
  %r = getelementptr inbounds i8, ptr %q, i64 2
  store i16 0, ptr %r, align 2
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %len
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i32 @bits_counted(i32 %x) {
entry:
  %any = icmp ne i32 %x, 0
  br i1 %any, label %loop, label %exit
loop:
  %v = phi i32 [ %x, %entry ], [ %w, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %less = add i32 %v, -1
  %w = and i32 %v, %less
  %m = add nsw i32 %n, 1
  %c = icmp eq i32 %w, 0
  br i1 %c, label %exit, label %loop
exit:
  %r = phi i32 [ 0, %entry ], [ %m, %loop ]
  ret i32 %r
}

define i32 @length_in_bits(i32 %x, i32 %start) {
entry:
  br label %loop
loop:
  %v = phi i32 [ %x, %entry ], [ %s, %loop ]
  %n = phi i32 [ %start, %entry ], [ %m, %loop ]
  %s = lshr i32 %v, 1
  %m = add i32 %n, 1
  %c = icmp eq i32 %s, 0
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %m
}

define i64 @string_length(ptr %p) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %r, %loop ]
  %v = load i8, ptr %q, align 1
  %z = icmp eq i8 %v, 0
  %r = getelementptr i8, ptr %q, i64 1
  br i1 %z, label %exit, label %loop
exit:
  %a = ptrtoint ptr %q to i64
  %b = ptrtoint ptr %p to i64
  %d = sub i64 %a, %b
  ret i64 %d
}
