struct s { int c : 4; };
int main(void) {
    struct s s;
    s.c = -9.0f; //~ UB: float-does-not-fit
    return 0;
}
