int main(void) {
    int x = 1, *p = &x;
    *(char *)&p = 0;
    observe(1, *p); //~ UNSPECIFIED: broken-pointer
    return 0;
}
