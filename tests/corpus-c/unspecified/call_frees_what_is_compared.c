static int give_back(int *p) { free(p); return 0; }
int main(void) {
    int *p = malloc(4);
    observe(1, (p != 0) + give_back(p)); //~ UNSPECIFIED: evaluation-order
    return 0;
}
