// What is stored is known only when the right operand is.
//~ FINE: unsequenced
//~ TRACE: 22
struct n { struct n *next; int v; };
int main(void) {
    struct n a = { 0, 1 }, b = { 0, 2 }, *p = &a;
    p = p->next = &b;
    observe(1, p->v * 10 + a.next->v);
    return 0;
}
