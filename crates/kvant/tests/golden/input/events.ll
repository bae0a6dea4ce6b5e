@place = global i32 7

declare i32 @ask(i32, ptr)
declare void @tell(i32, ...)
declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main() {
  %a = call i32 @ask(i32 1, ptr @place)
  %c = icmp ne i32 %a, 0
  %b = zext i1 %c to i32
  store volatile i32 %b, ptr @place
  call void (i32, ...) @tell(i32 -1, i64 5)
  ret i32 0
}

define i32 @twice() {
  %p = call ptr @malloc(i64 8)
  store i32 1, ptr %p
  call void @free(ptr %p)
  call void @free(ptr %p)
  ret i32 0
}
