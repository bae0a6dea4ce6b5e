static int g;
static int bump(int by) { g = g * 2 + by; return g; }
int main(void) {
    observe(1, bump(1) - bump(2)); //~ UNSPECIFIED: evaluation-order
    return 0;
}
