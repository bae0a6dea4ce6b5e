struct s { unsigned b : 3; };
static double eight(void) { return 8; }
int main(void) {
    struct s s;
    s.b = eight(); //~ UB: float-does-not-fit
    return 0;
}
