int main(void) {
    int x = 0;
    while (1) x = 1 - x;
    return 0;
}
