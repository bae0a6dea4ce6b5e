// Functions that are pure or const, and rightly so.
//~ FINE: attribute
struct big { int a[6]; };
int x = 1;
static int counted;

__attribute__((pure)) static int reads(const int *p) {
    return *p + x;
}

// Its own variables are its own affair, even where somebody else writes them.
static void fill(int *p, int n) {
    for (int i = 0; i < n; i++) {
        p[i] = i * x;
    }
}

__attribute__((pure)) static int sum(int n) {
    int a[8];
    int s = 0;
    fill(a, 8);
    for (int i = 0; i < n; i++) {
        s += a[i];
    }
    return s;
}

__attribute__((const)) static int power(int a, int n) {
    if (n == 0) {
        return 1;
    }
    return a * power(a, n - 1);
}

__attribute__((const)) static int of_struct(struct big b, int n) {
    b.a[0] += n;
    return b.a[0] + b.a[5];
}

__attribute__((const)) static struct big make(int n) {
    struct big b = {{n, n + 1}};
    int *p = &b.a[5];
    *p = 9;
    return b;
}

__attribute__((const)) static int letter(int n) {
    return "const"[n];
}

// It calls one that is const, which does not make it const.
__attribute__((pure)) static int mixed(int a) {
    return power(a, 2) + x;
}

static int not_promised(int a) {
    counted += power(a, 3);
    return counted;
}

int main(void) {
    int y = 5;
    observe(1, reads(&y)); //~ TRACE: 6
    x = 2;
    observe(2, reads(&y)); //~ TRACE: 7
    observe(3, sum(5)); //~ TRACE: 20
    observe(4, power(3, 4)); //~ TRACE: 81
    struct big b = make(3);
    observe(5, of_struct(b, 4)); //~ TRACE: 16
    observe(6, b.a[0] + b.a[1]); //~ TRACE: 7
    observe(7, letter(0)); //~ TRACE: 99
    observe(8, mixed(7)); //~ TRACE: 51
    observe(9, not_promised(2)); //~ TRACE: 8
    return 0;
}
