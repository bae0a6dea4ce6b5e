int main(void) {
    int x = 20;
    observe(1, x * 2 + 2);
    return 0;
}
