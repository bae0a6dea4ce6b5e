; RUN: opt < %s -passes='simplifycfg<bonus-inst-threshold=2;forward-switch-cond;switch-range-to-icmp;switch-to-lookup;hoist-common-insts;sink-common-insts>' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @left(i32)
declare void @right(i32)

define i32 @diamond(i32 %x, i32 %y) {
entry:
  %c = icmp sgt i32 %x, %y
  br i1 %c, label %a, label %b
a:
  %u = add i32 %x, 1
  br label %end
b:
  %v = sub i32 %y, 1
  br label %end
end:
  %r = phi i32 [ %u, %a ], [ %v, %b ]
  ret i32 %r
}

define i32 @lookup_table(i32 %k) {
entry:
  switch i32 %k, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
  ]
a:
  br label %end
b:
  br label %end
c:
  br label %end
d:
  br label %end
e:
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ 12, %a ], [ -7, %b ], [ 99, %c ], [ 3, %d ], [ 1000, %e ], [ 0, %other ]
  ret i32 %r
}

define i8 @linear_table(i8 %k) {
entry:
  switch i8 %k, label %other [
    i8 10, label %a
    i8 11, label %b
    i8 12, label %c
    i8 13, label %d
  ]
a:
  br label %end
b:
  br label %end
c:
  br label %end
d:
  br label %end
other:
  br label %end
end:
  %r = phi i8 [ 5, %a ], [ 8, %b ], [ 11, %c ], [ 14, %d ], [ 1, %other ]
  %s = add i8 %r, %k
  ret i8 %s
}

define void @range_of_cases(i32 %x) {
entry:
  switch i32 %x, label %no [
    i32 40, label %yes
    i32 41, label %yes
    i32 42, label %yes
    i32 43, label %yes
  ]
yes:
  %d = sub i32 %x, 40
  call void @left(i32 %d)
  ret void
no:
  call void @right(i32 %x)
  ret void
}

define i32 @common_ends(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  %p = mul i32 %x, %y
  %u = add i32 %p, %x
  call void @left(i32 %u)
  br label %end
b:
  %q = mul i32 %x, %y
  %v = add i32 %q, %y
  call void @left(i32 %v)
  br label %end
end:
  %r = phi i32 [ %u, %a ], [ %v, %b ]
  ret i32 %r
}

define i32 @chain_of_compares(i32 %x) {
entry:
  %a = icmp eq i32 %x, 3
  br i1 %a, label %yes, label %second
second:
  %b = icmp eq i32 %x, 17
  br i1 %b, label %yes, label %third
third:
  %c = icmp eq i32 %x, 400
  br i1 %c, label %yes, label %no
yes:
  call void @left(i32 %x)
  ret i32 1
no:
  ret i32 %x
}

define i1 @nested_tests(i32 %x, i32 %y) {
entry:
  %a = icmp slt i32 %x, 5
  br i1 %a, label %second, label %no
second:
  %b = icmp slt i32 %y, 5
  br i1 %b, label %third, label %no
third:
  %s = add i32 %x, %y
  %c = icmp ne i32 %s, 7
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %r = phi i1 [ false, %entry ], [ false, %second ], [ false, %third ], [ true, %yes ]
  ret i1 %r
}

define void @conditional_stores(ptr %p, i1 %c, i1 %d, i32 %x) {
entry:
  store i32 0, ptr %p, align 4
  br i1 %c, label %one, label %next
one:
  store i32 %x, ptr %p, align 4
  br label %next
next:
  br i1 %d, label %two, label %end
two:
  %m = mul i32 %x, 7
  store i32 %m, ptr %p, align 4
  br label %end
end:
  ret void
}

define i64 @known_unreachable(i64 %x, i64 %d) {
entry:
  %z = icmp eq i64 %d, 0
  br i1 %z, label %bad, label %ok
bad:
  unreachable
ok:
  %q = udiv i64 %x, %d
  %big = icmp ugt i64 %q, 100
  br i1 %big, label %cut, label %end
cut:
  br label %end
end:
  %r = phi i64 [ %q, %ok ], [ 100, %cut ]
  ret i64 %r
}

define i32 @switch_of_select(i1 %c, i32 %x) {
entry:
  %s = select i1 %c, i32 4, i32 9
  switch i32 %s, label %other [
    i32 4, label %four
    i32 9, label %nine
  ]
four:
  %a = shl i32 %x, 4
  br label %end
nine:
  %b = lshr i32 %x, 9
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ %a, %four ], [ %b, %nine ], [ 0, %other ]
  ret i32 %r
}

define i32 @weighted(i32 %x) {
entry:
  %m = and i32 %x, 3
  switch i32 %m, label %never [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %a
    i32 3, label %c
  ], !prof !0
a:
  call void @left(i32 %m)
  br label %end
b:
  call void @right(i32 %x)
  br label %end
c:
  br label %end
never:
  call void @right(i32 -1)
  br label %end
end:
  %r = phi i32 [ 2, %a ], [ %x, %b ], [ %m, %c ], [ 0, %never ]
  ret i32 %r
}

!0 = !{!"branch_weights", i32 1, i32 10, i32 2, i32 3, i32 40}
