//~ FINE: uninitialised
//~ TRACE: 2567 40 45
struct s { int a[2]; struct { int x, y; } p[2]; int z; };
int main(void) {
    struct s s = { 1, 2, 3, 4, 5, 6, 7 };
    observe(1, s.a[1] * 1000 + s.p[1].x * 100 + s.p[1].y * 10 + s.z);
    int g[2][3] = { 1, 2, 3, 4 };
    observe(2, g[1][0] * 10 + g[1][1]);
    struct s t = { { 1 }, { { 2 }, { 3, 4 } }, 5 };
    observe(3, t.a[1] + t.p[0].y + t.p[1].y * 10 + t.z);
    return 0;
}
