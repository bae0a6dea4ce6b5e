struct s { unsigned b : 3; };
int main(void) {
    struct s s = { 7 };
    s.b += 1.5; //~ UB: float-does-not-fit
    return 0;
}
