//~ TRACE: 1 0 5 6 0 9 98 0 4 8 7
struct in { int x, y; };
struct out { char c; struct in in[3]; };
static int two[2][2] = { 1, [1] = { [1] = 5 } };
static int *const at = &two[1][1];
struct out o = { 1, { [1] = { .y = 6 } } };
int main(void) {
    observe(1, two[0][0]);
    observe(2, two[1][0]);
    observe(3, *at);
    observe(4, o.in[1].y);
    observe(5, o.in[2].x);
    int n = 9;
    struct in local[2] = { { n, n }, { 1 } };
    observe(6, local[0].y);
    char word[5] = "ab";
    observe(7, word[1]);
    observe(8, word[4]);
    char exact[2] = "ab";
    observe(9, sizeof exact + sizeof exact);
    struct in copy = local[0], both[2] = { copy, { 8 } };
    observe(10, both[1].x);
    observe(11, (int[]){ 7 }[0]);
    return 0;
}
