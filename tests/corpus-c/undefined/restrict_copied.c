// A copy of one half to the other, which is not far enough away.
int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static void copy(int *restrict to, const int *restrict from) {
    for (int i = 0; i < 4; i++) {
        to[i] = from[i]; //~ UB: restrict
    }
}
int main(void) {
    copy(a, a + 4);
    copy(a + 3, a);
    return 0;
}
