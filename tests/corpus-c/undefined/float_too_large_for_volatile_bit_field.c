struct s { unsigned b : 3; };
int main(void) {
    volatile struct s s;
    s.b = 8.0; //~ UB: float-does-not-fit
    return 0;
}
