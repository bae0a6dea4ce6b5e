// What is not const itself may be written where a pointer has lost the const.
//~ FINE: const-written
//~ TRACE: 2 3
struct s { const int a; int b; };
int main(void) {
    int x = 1;
    const int *p = &x;
    *(int *)p = 2;
    observe(1, x);
    struct s s = { 1, 2 };
    s.b = 3;
    observe(2, s.b);
    return 0;
}
