// clang 14 to 19, at every level: an int behind an __int128 for which one register is left is read from the wrong place.
long last(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += __builtin_va_arg(ap, long);
    }
    sum += (long)__builtin_va_arg(ap, __int128);
    sum = sum * 1000 + __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return sum;
}

int main(void) {
    observe(1, last(4, 0L, 0L, 0L, 0L, (__int128)7, 8));
    return 0;
}
