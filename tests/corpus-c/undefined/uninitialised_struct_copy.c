struct s { int a; int b; };
int main(void) {
    struct s s, t;
    s.a = 1;
    t = s; //~ UB: uninitialised
    return 0;
}
