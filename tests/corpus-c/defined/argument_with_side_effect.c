// A call comes after its arguments, and its result after the call.
//~ FINE: unsequenced
//~ FINE: evaluation-order
//~ TRACE: 2 8
static int f(int x) { return x + 1; }
int main(void) {
    int i = 1;
    i = f(i++) + 0;
    observe(1, i);
    i = f(i = 7);
    observe(2, i);
    return 0;
}
