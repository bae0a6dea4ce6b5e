; RUN: opt < %s -passes='default<O2>' -S | FileCheck %s

; Whole algorithms, for pipelines.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

%node = type { i32, ptr }

define i32 @binary_search(ptr %p, i32 %key) {
entry:
  br label %head
head:
  %lo = phi i32 [ 0, %entry ], [ %lo2, %latch ]
  %hi = phi i32 [ 8, %entry ], [ %hi2, %latch ]
  %more = icmp ult i32 %lo, %hi
  br i1 %more, label %body, label %missing
body:
  %s = add i32 %lo, %hi
  %mid = lshr i32 %s, 1
  %w = zext i32 %mid to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  %eq = icmp eq i32 %v, %key
  br i1 %eq, label %found, label %side
side:
  %less = icmp slt i32 %v, %key
  %up = add i32 %mid, 1
  br label %latch
latch:
  %lo2 = select i1 %less, i32 %up, i32 %lo
  %hi2 = select i1 %less, i32 %hi, i32 %mid
  br label %head
found:
  ret i32 %mid
missing:
  %n = xor i32 %lo, -1
  ret i32 %n
}

define void @insertion_sort(ptr %p, i64 %n) {
entry:
  %len = and i64 %n, 7
  br label %outer
outer:
  %i = phi i64 [ 1, %entry ], [ %i2, %placed ]
  %oc = icmp ult i64 %i, %len
  br i1 %oc, label %take, label %exit
take:
  %pi = getelementptr inbounds i16, ptr %p, i64 %i
  %x = load i16, ptr %pi, align 2
  br label %inner
inner:
  %j = phi i64 [ %i, %take ], [ %j1, %shift ]
  %z = icmp eq i64 %j, 0
  br i1 %z, label %placed, label %look
look:
  %j1 = add i64 %j, -1
  %pj = getelementptr inbounds i16, ptr %p, i64 %j1
  %y = load i16, ptr %pj, align 2
  %gt = icmp sgt i16 %y, %x
  br i1 %gt, label %shift, label %placed
shift:
  %pk = getelementptr inbounds i16, ptr %p, i64 %j
  store i16 %y, ptr %pk, align 2
  br label %inner
placed:
  %at = phi i64 [ %j, %inner ], [ %j, %look ]
  %pp = getelementptr inbounds i16, ptr %p, i64 %at
  store i16 %x, ptr %pp, align 2
  %i2 = add i64 %i, 1
  br label %outer
exit:
  ret void
}

define i32 @list_sum(ptr %head, i32 %limit) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %head, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %n = phi i32 [ 0, %entry ], [ %m, %body ]
  %end = icmp eq ptr %q, null
  br i1 %end, label %exit, label %body
body:
  %v = load i32, ptr %q, align 8
  %t = add i32 %s, %v
  %pn = getelementptr inbounds %node, ptr %q, i64 0, i32 1
  %next = load ptr, ptr %pn, align 8
  %m = add i32 %n, 1
  %full = icmp ugt i32 %m, 3
  br i1 %full, label %exit, label %loop
exit:
  %r = phi i32 [ %s, %loop ], [ %t, %body ]
  %c = icmp sgt i32 %r, %limit
  %u = select i1 %c, i32 %limit, i32 %r
  ret i32 %u
}

define i32 @checksum(ptr %p, i32 %n) {
entry:
  %len = and i32 %n, 3
  br label %bytes
bytes:
  %i = phi i32 [ 0, %entry ], [ %i2, %done ]
  %crc = phi i32 [ -1, %entry ], [ %d, %done ]
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i8, ptr %p, i64 %w
  %v = load i8, ptr %q, align 1
  %z = zext i8 %v to i32
  %x = xor i32 %crc, %z
  br label %bits
bits:
  %k = phi i32 [ 0, %bytes ], [ %k2, %bits ]
  %c = phi i32 [ %x, %bytes ], [ %d, %bits ]
  %lsb = and i32 %c, 1
  %set = icmp ne i32 %lsb, 0
  %h = lshr i32 %c, 1
  %e = xor i32 %h, -306674912
  %d = select i1 %set, i32 %e, i32 %h
  %k2 = add nuw nsw i32 %k, 1
  %kc = icmp ult i32 %k2, 8
  br i1 %kc, label %bits, label %done
done:
  %i2 = add nuw nsw i32 %i, 1
  %ic = icmp ule i32 %i2, %len
  br i1 %ic, label %bytes, label %exit
exit:
  %r = xor i32 %d, -1
  ret i32 %r
}

define i32 @parsed_number(ptr %p) {
entry:
  %first = load i8, ptr %p, align 1
  %minus = icmp eq i8 %first, 45
  %skip = zext i1 %minus to i64
  %start = getelementptr inbounds i8, ptr %p, i64 %skip
  br label %loop
loop:
  %q = phi ptr [ %start, %entry ], [ %q2, %digit ]
  %acc = phi i32 [ 0, %entry ], [ %acc2, %digit ]
  %v = load i8, ptr %q, align 1
  %d = sub i8 %v, 48
  %ok = icmp ult i8 %d, 10
  br i1 %ok, label %digit, label %exit
digit:
  %w = zext i8 %d to i32
  %m = mul i32 %acc, 10
  %acc2 = add i32 %m, %w
  %q2 = getelementptr inbounds i8, ptr %q, i64 1
  %big = icmp ugt i32 %acc2, 99999
  br i1 %big, label %exit, label %loop
exit:
  %a = phi i32 [ %acc, %loop ], [ %acc2, %digit ]
  %n = sub i32 0, %a
  %r = select i1 %minus, i32 %n, i32 %a
  ret i32 %r
}

define void @matrix_product(ptr noalias %c, ptr noalias %a, ptr noalias %b) {
entry:
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %i2, %rowend ]
  br label %cols
cols:
  %j = phi i64 [ 0, %rows ], [ %j2, %colend ]
  br label %dot
dot:
  %k = phi i64 [ 0, %cols ], [ %k2, %dot ]
  %s = phi i32 [ 0, %cols ], [ %t, %dot ]
  %i3 = mul nuw nsw i64 %i, 3
  %ik = add nuw nsw i64 %i3, %k
  %pa = getelementptr inbounds i32, ptr %a, i64 %ik
  %x = load i32, ptr %pa, align 4
  %k3 = mul nuw nsw i64 %k, 3
  %kj = add nuw nsw i64 %k3, %j
  %pb = getelementptr inbounds i32, ptr %b, i64 %kj
  %y = load i32, ptr %pb, align 4
  %m = mul i32 %x, %y
  %t = add i32 %s, %m
  %k2 = add nuw nsw i64 %k, 1
  %kc = icmp ult i64 %k2, 3
  br i1 %kc, label %dot, label %colend
colend:
  %ij = add nuw nsw i64 %i3, %j
  %pc = getelementptr inbounds i32, ptr %c, i64 %ij
  store i32 %t, ptr %pc, align 4
  %j2 = add nuw nsw i64 %j, 1
  %jc = icmp ult i64 %j2, 3
  br i1 %jc, label %cols, label %rowend
rowend:
  %i2 = add nuw nsw i64 %i, 1
  %rc = icmp ult i64 %i2, 3
  br i1 %rc, label %rows, label %exit
exit:
  ret void
}

define i64 @run_lengths(ptr noalias %dst, ptr noalias %src, i64 %n) {
entry:
  %k = and i64 %n, 7
  %len = add nuw nsw i64 %k, 1
  %first = load i8, ptr %src, align 1
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %i2, %latch ]
  %o = phi i64 [ 0, %entry ], [ %o2, %latch ]
  %cur = phi i8 [ %first, %entry ], [ %cur2, %latch ]
  %run = phi i8 [ 1, %entry ], [ %run2, %latch ]
  %end = icmp uge i64 %i, %len
  br i1 %end, label %flush, label %look
look:
  %q = getelementptr inbounds i8, ptr %src, i64 %i
  %v = load i8, ptr %q, align 1
  %same = icmp eq i8 %v, %cur
  br i1 %same, label %longer, label %emit
longer:
  %r1 = add i8 %run, 1
  br label %latch
emit:
  %d = getelementptr inbounds i8, ptr %dst, i64 %o
  store i8 %run, ptr %d, align 1
  %d1 = getelementptr inbounds i8, ptr %d, i64 1
  store i8 %cur, ptr %d1, align 1
  %o1 = add i64 %o, 2
  br label %latch
latch:
  %o2 = phi i64 [ %o, %longer ], [ %o1, %emit ]
  %cur2 = phi i8 [ %cur, %longer ], [ %v, %emit ]
  %run2 = phi i8 [ %r1, %longer ], [ 1, %emit ]
  %i2 = add i64 %i, 1
  br label %loop
flush:
  %e = getelementptr inbounds i8, ptr %dst, i64 %o
  store i8 %run, ptr %e, align 1
  %e1 = getelementptr inbounds i8, ptr %e, i64 1
  store i8 %cur, ptr %e1, align 1
  %r = add i64 %o, 2
  ret i64 %r
}

define i32 @square_root(i32 %x) {
entry:
  br label %loop
loop:
  %b = phi i32 [ 1073741824, %entry ], [ %b2, %loop ]
  %v = phi i32 [ %x, %entry ], [ %v2, %loop ]
  %r = phi i32 [ 0, %entry ], [ %r2, %loop ]
  %t = or i32 %r, %b
  %ge = icmp uge i32 %v, %t
  %d = sub i32 %v, %t
  %v2 = select i1 %ge, i32 %d, i32 %v
  %h = lshr i32 %r, 1
  %u = or i32 %h, %b
  %r2 = select i1 %ge, i32 %u, i32 %h
  %b2 = lshr i32 %b, 2
  %c = icmp ne i32 %b2, 0
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %r2
}
