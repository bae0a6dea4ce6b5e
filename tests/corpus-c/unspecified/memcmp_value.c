int main(void) {
    int a[1] = { 1 }, b[1] = { 2 }, x = 0;
    x = memcmp(a, b, 4); //~ UNSPECIFIED: memcmp-value
    return 0;
}
