//~ TRACE: 98 0 4 99 1
int main(void) {
    const char *p = "abc";
    observe(1, p[1]);
    observe(2, "abc"[3]);
    observe(3, sizeof "abc");
    char a[] = "abc";
    a[0] = 'c';
    observe(4, a[0]);
    observe(5, p != 0);
    return 0;
}
