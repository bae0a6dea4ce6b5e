// Pointers that are restrict, and rightly so.
//~ FINE: restrict
struct pair { int a; int b; };
int x = 1;
int y = 2;
int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static int both(int *restrict p, int *restrict q) {
    *p = *q + 1;
    return *p + *q;
}

// Nobody writes: both may be the same.
static int read(const int *restrict p, const int *restrict q) {
    return *p + *q;
}

static void copy(int *restrict to, const int *restrict from, int n) {
    for (int i = 0; i < n; i++) {
        *to++ = *from++;
    }
}

static int members(int *restrict p, int *restrict q) {
    *p = 5;
    *q = 6;
    return *p + *q;
}

// What is based on the same parameter may do what it likes.
static int copies(int *restrict p) {
    int *q = p + 1;
    int *r = &p[2];
    *q = 10;
    *(r - 1) += 1;
    return *q + p[1] + (q < r);
}

static int *back(int *restrict p) {
    *p += 1;
    return p;
}

static int twice(int *restrict p) {
    int *q = back(p);
    *q += 1;
    *p += 1;
    return *q;
}

static int unused(int *restrict p, int *restrict q) {
    *p = 3;
    return p != 0 && q != 0;
}

static int recursive(int *restrict p, int n) {
    if (n > 0) {
        *p += recursive(p + 1, n - 1);
    }
    return *p;
}

static int whole(struct pair *restrict p, struct pair *restrict q) {
    *p = *q;
    p->a += 1;
    return p->a + q->a + p->b;
}

int main(void) {
    observe(1, both(&x, &y)); //~ TRACE: 5
    observe(2, both(&y, &x)); //~ TRACE: 7
    observe(3, read(&x, &x)); //~ TRACE: 6
    copy(a, a + 4, 4);
    copy(a + 2, a, 2);
    observe(4, a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3]); //~ TRACE: 5656
    struct pair s = {1, 2};
    observe(5, members(&s.a, &s.b)); //~ TRACE: 11
    observe(6, copies(a)); //~ TRACE: 23
    *back(&x) = 1;
    observe(7, x); //~ TRACE: 1
    observe(8, twice(&x)); //~ TRACE: 4
    observe(9, unused(&x, &x)); //~ TRACE: 1
    // After the call, everybody may do everything again.
    x += 1;
    observe(10, x); //~ TRACE: 4
    observe(11, recursive(a, 3)); //~ TRACE: 27
    struct pair t;
    observe(12, whole(&t, &s)); //~ TRACE: 17
    return 0;
}
