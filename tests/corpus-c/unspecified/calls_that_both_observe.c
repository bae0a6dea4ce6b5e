static int say(int x) { observe(1, x); return x; }
int main(void) {
    observe(2, say(1) + say(2)); //~ UNSPECIFIED: evaluation-order
    return 0;
}
