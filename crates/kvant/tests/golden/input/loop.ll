define void @loop() {
  br label %head
head:
  br label %head
}
