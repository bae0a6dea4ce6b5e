struct s { int a; };
union u { struct s s; float f; };
int main(void) {
    union u u = { .f = 1.0f };
    struct s *p = &u.s, t;
    t = *p; //~ UNSPECIFIED: union-member
    return 0;
}
