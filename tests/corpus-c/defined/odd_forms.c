// Forms that are seldom written and mean what others do.
//~ TRACE: 20 -30 40 20 3 16 5 6 5 7
extern int later = 3;
_Alignas(16) _Alignas(int) char bytes[4];
int tentative;
int tentative;
__extension__ static int forms(register int x, const int const *p);
static int forms(int x, const int *p) { return x + *p; }
int main(void) {
    int a[3] = { 10, 20, 30 }, *p = a;
    observe(1, 1[a]);
    observe(2, -2[p]);
    observe(3, (short)1[a] + 1[&a[0]]);
    observe(4, (&*a)[1]);
    observe(5, __extension__ later);
    struct { _Bool b : 1; int x; } one = { 1 };
    auto int z = one.b + 15;
    register int y = z;
    observe(6, y);
    observe(7, forms(2, &(int){ 3 }));
    tentative = 6;
    observe(8, tentative);
    switch (y) default: observe(9, 5);
    do if (y) observe(10, 7); else ; while (0);
    return 0;
}
