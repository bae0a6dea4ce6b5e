//~ FINE: bad-free
//~ FINE: zero-size
//~ TRACE: 0 3 3 1 4
struct node { struct node *next; int value; };
int main(void) {
    int *p = calloc(4, sizeof(int));
    observe(1, p[3]);
    p[1] = 3;
    p = realloc(p, 2 * sizeof(int));
    observe(2, p[1]);
    p = realloc(p, 100 * sizeof(int));
    observe(3, p[1]);
    free(p);
    free(0);
    struct node *list = 0;
    for (int i = 0; i < 5; i++) {
        struct node *node = malloc(sizeof(struct node));
        node->next = list;
        node->value = i;
        list = node;
    }
    observe(4, list->next != 0);
    observe(5, list->value);
    while (list) { struct node *next = list->next; free(list); list = next; }
    return 0;
}
