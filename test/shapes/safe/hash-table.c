void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
struct entry { unsigned key; struct entry *next; };
static struct entry *table[3];
static unsigned hash(unsigned key) { return key % 3; }
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct entry *fresh = malloc(sizeof *fresh);
    fresh->key = __VERIFIER_nondet_int();
    unsigned place = hash(fresh->key);
    fresh->next = table[place];
    table[place] = fresh;
  }
  for (int i = 0; i < 3; i++) {
    while (table[i]) {
      struct entry *next = table[i]->next;
      free(table[i]);
      table[i] = next;
    }
  }
  return 0;
}
