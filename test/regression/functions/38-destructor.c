// FALSE [precision]
extern void reach_error(void);

int done;
__attribute__((destructor)) void last(void) { if (done) reach_error(); }
int main(void) { done = 1; return 0; }
