// What is const or volatile says nothing about its neighbours.
//~ FINE: const-written
//~ FINE: volatile-access
//~ FINE: unsequenced
//~ TRACE: 7 6 0 2
struct s { const unsigned a : 3; unsigned b : 5; };
struct v { volatile unsigned a : 3; unsigned b : 5; };
struct c { const int a; int b; };
int main(void) {
    struct s s = { 1, 2 };
    s.b = 7;
    observe(1, s.b);
    struct v v = { 1, 2 };
    v.b = 6;
    observe(2, v.b);
    struct c c = { 1, 2 };
    memset(&c.b, 0, sizeof c.b);
    observe(3, c.b);
    struct { unsigned a : 3, b : 5; } n;
    observe(4, (n.a = 3, 1) + (n.b = 4, 1));
    return 0;
}
