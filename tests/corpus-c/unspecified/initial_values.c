int main(void) {
    int i = 0;
    int a[2] = { i++, i++ }; //~ UNSPECIFIED: evaluation-order
    return 0;
}
