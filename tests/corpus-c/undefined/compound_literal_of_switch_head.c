int main(void) {
    int *p = 0;
    switch (*(p = &(int){ 3 })) { case 3: observe(1, *p); break; }
    observe(2, *p); //~ UB: dangling
    return 0;
}
