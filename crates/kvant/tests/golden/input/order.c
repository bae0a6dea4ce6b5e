int g;
static int set(int x) { g = x; return x; }
int main(void) {
    observe(1, set(1) + set(2) * g);
    return 0;
}
