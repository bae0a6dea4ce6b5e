struct s { const int a; int b; };
int main(void) {
    struct s s = { 1, 2 };
    *(int *)&s.a = 3; //~ UB: const-written
    return 0;
}
