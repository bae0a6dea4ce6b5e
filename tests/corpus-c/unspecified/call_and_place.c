static int i;
static int bump(void) { i++; return i; }
int main(void) {
    int a[3] = { 0 };
    a[i] = bump(); //~ UNSPECIFIED: evaluation-order
    return 0;
}
