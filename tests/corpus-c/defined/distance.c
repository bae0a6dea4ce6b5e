//~ FINE: inexact-distance
//~ TRACE: 1 -2 6
struct s { short a, b, c; };
int main(void) {
    struct s s[3];
    observe(1, &s[2] - &s[1]);
    observe(2, &s[0] - &s[2]);
    observe(3, (char *)&s[2] - (char *)&s[1]);
    return 0;
}
