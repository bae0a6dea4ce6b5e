; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@hello = private constant [6 x i8] c"hello\00"
@mixed = private constant [9 x i8] c"ab\00cd,e\00\00"

declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @memchr(ptr, i32, i64)
declare ptr @strchr(ptr, i32)
declare i32 @strcmp(ptr, ptr)
declare i32 @abs(i32)
declare i32 @ffs(i32)
declare i32 @isdigit(i32)
declare i32 @toascii(i32)
declare double @fabs(double)
declare double @floor(double)
declare ptr @malloc(i64)
declare void @free(ptr)

define i64 @lengths(i1 %c) {
  %p = select i1 %c, ptr @hello, ptr @mixed
  %a = call i64 @strlen(ptr %p)
  %b = call i64 @strlen(ptr getelementptr inbounds ([9 x i8], ptr @mixed, i64 0, i64 3))
  %s = mul i64 %a, %b
  ret i64 %s
}

define i1 @memory_equal(ptr %p, ptr %q) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 4)
  %c = icmp eq i32 %a, 0
  %r = getelementptr inbounds i8, ptr %p, i64 4
  %b = call i32 @memcmp(ptr %r, ptr %q, i64 1)
  %d = icmp slt i32 %b, 0
  %e = xor i1 %c, %d
  ret i1 %e
}

define i1 @character_found(i32 %x) {
  %p = call ptr @memchr(ptr @hello, i32 %x, i64 5)
  %f = icmp ne ptr %p, null
  %q = call ptr @strchr(ptr @mixed, i32 98)
  %g = icmp eq ptr %q, getelementptr inbounds ([9 x i8], ptr @mixed, i64 0, i64 1)
  %r = and i1 %f, %g
  ret i1 %r
}

define i32 @numbers(i32 %x, i32 %y) {
  %a = call i32 @abs(i32 %x)
  %b = call i32 @ffs(i32 %y)
  %c = call i32 @isdigit(i32 %y)
  %d = call i32 @toascii(i32 %x)
  %s = add i32 %a, %b
  %t = mul i32 %c, %d
  %r = xor i32 %s, %t
  ret i32 %r
}

define i32 @first_of_string(ptr %p) {
  %n = call i64 @strlen(ptr %p)
  %z = icmp eq i64 %n, 0
  %a = call i32 @strcmp(ptr %p, ptr @hello)
  %e = icmp eq i32 %a, 0
  %b = select i1 %e, i32 2, i32 3
  %r = select i1 %z, i32 1, i32 %b
  ret i32 %r
}

define float @shrunk(float %x) {
  %w = fpext float %x to double
  %a = call double @fabs(double %w)
  %b = call double @floor(double %a)
  %t = fptrunc double %b to float
  ret float %t
}

define i32 @heap_unused(i32 %x) {
  %p = call ptr @malloc(i64 16)
  store i32 %x, ptr %p, align 4
  %q = getelementptr inbounds i8, ptr %p, i64 4
  store i32 7, ptr %q, align 4
  %c = icmp eq ptr %p, null
  call void @free(ptr %p)
  %r = select i1 %c, i32 0, i32 %x
  ret i32 %r
}
