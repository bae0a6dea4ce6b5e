static int g = 1;
static int get(void) { return g; }
int main(void) {
    observe(1, get() + (g = 2)); //~ UNSPECIFIED: evaluation-order
    return 0;
}
