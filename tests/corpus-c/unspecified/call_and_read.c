static int g = 1;
static int bump(void) { g++; return g; }
int main(void) {
    observe(1, g + bump()); //~ UNSPECIFIED: evaluation-order
    return 0;
}
