int zero;
int main(void) {
    observe(1, 7 / zero);
    return 0;
}
