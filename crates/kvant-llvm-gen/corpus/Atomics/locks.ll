; RUN: opt < %s -passes=instcombine,early-cse,gvn,dse -S | FileCheck %s

; Atomic operations in one thread, and volatile accesses.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@lock = global i32 0

define i32 @counted(ptr align 4 %p, i32 %x) {
  %a = atomicrmw add ptr %p, i32 %x monotonic, align 4
  %b = atomicrmw or ptr %p, i32 0 seq_cst, align 4
  %c = atomicrmw xchg ptr %p, i32 %a acquire, align 4
  %d = sub i32 %b, %a
  %e = xor i32 %d, %c
  %f = atomicrmw umax ptr %p, i32 0 release, align 4
  %r = add i32 %e, %f
  ret i32 %r
}

define i1 @exchanged(i32 %new, i32 %old) {
  %r = cmpxchg ptr @lock, i32 %old, i32 %new acq_rel monotonic, align 4
  %v = extractvalue { i32, i1 } %r, 0
  %ok = extractvalue { i32, i1 } %r, 1
  %same = icmp eq i32 %v, %old
  %d = xor i1 %ok, %same
  %l = load atomic i32, ptr @lock unordered, align 4
  %z = icmp eq i32 %l, 0
  %s = or i1 %d, %z
  ret i1 %s
}

define i16 @device(ptr align 2 %reg, i16 %x) {
  %a = load volatile i16, ptr %reg, align 2
  store volatile i16 %x, ptr %reg, align 2
  %b = load volatile i16, ptr %reg, align 2
  %m = mul i16 %a, 8
  %q = udiv i16 %m, 8
  %n = and i16 %q, 8191
  %r = sub i16 %n, %b
  ret i16 %r
}

define i64 @fenced(ptr %p, i64 %x) {
  store i64 %x, ptr %p, align 8
  fence release
  store atomic i64 7, ptr %p monotonic, align 8
  %v = load i64, ptr %p, align 8
  fence acquire
  %w = load i64, ptr %p, align 8
  %s = sub i64 %v, %w
  %r = add i64 %s, %x
  ret i64 %r
}
