struct s { unsigned d : 31; };
int main(void) {
    struct s s = { 2147483647u };
    observe(1, s.d + 1); //~ UB: signed-overflow
    return 0;
}
