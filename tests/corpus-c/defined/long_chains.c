// Operators in a row nest in each other: 400 of them, and parentheses around the longer and longer beginning of a row.
//~ TRACE: 800 1 1 9
int main(void) {
    int a = 2, b = 1;
    observe(1, a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a +
        a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a + a);
    a = 1;
    observe(2, ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
        ((((((((((a - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a)
         - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) -
         b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b
         + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b +
         a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a
        ) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) 
        - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - 
        b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b 
        + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + 
        a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a) - b + a));
    observe(3, a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a &&
        a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a && a);
    observe(4, (a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
        a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, 9));
    return 0;
}
