// A compound literal in the head of a statement lives as long as that statement, however often it goes round.
//~ FINE: dangling
//~ TRACE: 3 4 5 0 1 2 6 7 9
struct s { int a, b; };
int main(void) {
    int *p = 0, n = 0;
    if ((p = &(int){ 3 })) observe(1, *p);
    switch (*(p = &(int){ 4 })) { case 4: observe(2, *p); }
    while (n < 1 && (p = (int[]){ 5, 6 })) { n++; observe(3, p[0]); }
    for (p = &(int){ 0 }; *p < 3; (*p)++) observe(4, *p);
    n = 0;
    do { n++; } while (*(p = &(int){ 6 }) != 6);
    observe(5, ({ (int){ 6 }; }));
    struct s s = ({ (struct s){ 7, 8 }; });
    observe(6, s.a);
    { p = (int[]){ 8, 9 }; if (*p) n = 1; observe(7, p[1]); }
    return 0;
}
