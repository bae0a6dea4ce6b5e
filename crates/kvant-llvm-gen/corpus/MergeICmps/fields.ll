; RUN: opt < %s -passes=mergeicmps -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

%rec = type { i32, i32, i16, i16 }

define i1 @equal_records(ptr noalias dereferenceable(12) %a, ptr noalias dereferenceable(12) %b) nofree nosync {
entry:
  %x0 = load i32, ptr %a, align 4
  %y0 = load i32, ptr %b, align 4
  %c0 = icmp eq i32 %x0, %y0
  br i1 %c0, label %second, label %end
second:
  %pa1 = getelementptr inbounds %rec, ptr %a, i64 0, i32 1
  %pb1 = getelementptr inbounds %rec, ptr %b, i64 0, i32 1
  %x1 = load i32, ptr %pa1, align 4
  %y1 = load i32, ptr %pb1, align 4
  %c1 = icmp eq i32 %x1, %y1
  br i1 %c1, label %third, label %end
third:
  %pa2 = getelementptr inbounds %rec, ptr %a, i64 0, i32 2
  %pb2 = getelementptr inbounds %rec, ptr %b, i64 0, i32 2
  %x2 = load i16, ptr %pa2, align 4
  %y2 = load i16, ptr %pb2, align 4
  %c2 = icmp eq i16 %x2, %y2
  br label %end
end:
  %r = phi i1 [ false, %entry ], [ false, %second ], [ %c2, %third ]
  ret i1 %r
}

define i1 @equal_backwards(ptr noalias dereferenceable(4) %a, ptr noalias dereferenceable(4) %b) nofree nosync {
entry:
  %pa3 = getelementptr inbounds i8, ptr %a, i64 3
  %pb3 = getelementptr inbounds i8, ptr %b, i64 3
  %x3 = load i8, ptr %pa3, align 1
  %y3 = load i8, ptr %pb3, align 1
  %c3 = icmp eq i8 %x3, %y3
  br i1 %c3, label %second, label %end
second:
  %pa2 = getelementptr inbounds i8, ptr %a, i64 2
  %pb2 = getelementptr inbounds i8, ptr %b, i64 2
  %x2 = load i8, ptr %pa2, align 1
  %y2 = load i8, ptr %pb2, align 1
  %c2 = icmp eq i8 %x2, %y2
  br label %end
end:
  %r = phi i1 [ false, %entry ], [ %c2, %second ]
  ret i1 %r
}

define i32 @equal_then_more(ptr noalias dereferenceable(16) %a, ptr noalias dereferenceable(16) %b, i32 %x) nofree nosync {
entry:
  %x0 = load i64, ptr %a, align 8
  %y0 = load i64, ptr %b, align 8
  %c0 = icmp eq i64 %x0, %y0
  br i1 %c0, label %second, label %end
second:
  %pa = getelementptr inbounds i8, ptr %a, i64 8
  %pb = getelementptr inbounds i8, ptr %b, i64 8
  %x1 = load i64, ptr %pa, align 8
  %y1 = load i64, ptr %pb, align 8
  %c1 = icmp eq i64 %x1, %y1
  br label %end
end:
  %e = phi i1 [ false, %entry ], [ %c1, %second ]
  %n = mul i32 %x, 7
  %r = select i1 %e, i32 %n, i32 %x
  ret i32 %r
}
