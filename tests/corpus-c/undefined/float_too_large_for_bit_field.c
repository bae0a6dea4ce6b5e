struct s { unsigned b : 3; };
int main(void) {
    struct s s;
    s.b = 9.5; //~ UB: float-does-not-fit
    return 0;
}
