// The log of the call is made smaller, and still says what it did.
static int a[64];
static int work(int n) { int s = 0; for (int i = 0; i < n; i++) { a[i & 63] += i; s ^= a[i & 31]; } return s; }
int main(void) {
    observe(1, a[63] + work(500)); //~ UNSPECIFIED: evaluation-order
    return 0;
}
