// Functions that take any number of arguments.
//~ FINE: va-arg
enum colour { red, green = -1 };
struct bits { unsigned a : 3; unsigned b : 32; };

static long sum(int n, ...) {
    long s = 0;
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    while (n > 0) {
        s = s * 10 + __builtin_va_arg(ap, int);
        n--;
    }
    __builtin_va_end(ap);
    return s;
}

// Like `printf`: what comes next is said by a number.
static double mixed(unsigned format, ...) {
    double s = 0.0;
    __builtin_va_list ap;
    __builtin_va_start(ap, format);
    for (; format != 0; format >>= 2) {
        switch (format & 3) {
        case 1:
            s += __builtin_va_arg(ap, double);
            break;
        case 2:
            s += __builtin_va_arg(ap, long long);
            break;
        default:
            s += *__builtin_va_arg(ap, int *);
        }
    }
    __builtin_va_end(ap);
    return s;
}

// From the beginning, once more.
static int twice(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int a = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    __builtin_va_start(ap, n);
    int b = __builtin_va_arg(ap, int);
    int c = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return a * 100 + b * 10 + c;
}

static int recursive(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int a = __builtin_va_arg(ap, int);
    int deeper = n > 0 ? recursive(n - 1, a + 1) : 0;
    unsigned b = n == 2 ? __builtin_va_arg(ap, unsigned) : 0;
    __builtin_va_end(ap);
    return a + deeper + (int)b;
}

int main(void) {
    signed char c = -1;
    _Bool t = 1;
    short s = 5;
    enum colour e = green;
    struct bits b = {7, 1};
    observe(1, sum(3, 1, 2, 3)); //~ TRACE: 123
    observe(2, sum(0)); //~ TRACE: 0
    observe(3, sum(5, c, t, s, e, b.a)); //~ TRACE: -8503
    int x = 4;
    float f = 1.5f;
    observe_double(4, mixed(1 | 2 << 2 | 3 << 4 | 1 << 6, f, 2LL, &x, 0.25)); //~ TRACE: 7.75
    observe(5, twice(0, 3, 4, 5, 6)); //~ TRACE: 334
    observe(6, recursive(2, 1, b.b)); //~ TRACE: 7
    long (*p)(int, ...) = sum;
    observe(7, p(2, 4, 2)); //~ TRACE: 42
    return 0;
}
