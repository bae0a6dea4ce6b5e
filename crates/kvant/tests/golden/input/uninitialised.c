int main(void) {
    int x;
    observe(1, x + 1);
    return 0;
}
