/**
 * Models of `qsort` and `bsearch` (C11 7.22.5). Which elements a library compares is open:
 * the interpreter follows glibc's merge sort and bisection (2.36), or another way of doing it
 * (insertion from the end, of copies, with the arguments the other way round; a
 * search through all elements). Proofs look at
 * the comparisons of all pairs of elements, each handed over as a copy, since a library may
 * move them anywhere: an order that is not strict but for equal bytes leaves the result open, and so
 * does the comparison of very many elements. How often elements are compared must not
 * matter either: see {@link COMPARATOR_EFFECTS}.
 */
/** Marks calls of comparators; taken away where they have no effects (lowering/comparator-effects.ts). */
export const COMPARATOR_EFFECTS: string = "the comparison may have effects, or not come to an end";

export const SORTING_MODELS: string = `
static void __agon_merge_sort(char *elements, size_t count, size_t size, int (*order)(const void *, const void *), char *space) {
  size_t start[64], length[64];
  char sorted[64];
  int top = 0;
  start[0] = 0;
  length[0] = count;
  sorted[0] = 0;
  while (top >= 0) {
    char *left = elements + start[top] * size, *right, *to = space;
    size_t n1 = length[top] / 2, n2 = length[top] - n1;
    right = left + n1 * size;
    if (n1 > 0 && sorted[top] < 2) {
      start[top + 1] = sorted[top] == 0 ? start[top] : start[top] + n1;
      length[top + 1] = sorted[top] == 0 ? n1 : n2;
      sorted[top]++;
      sorted[++top] = 0;
      continue;
    }
    while (n1 > 0 && n2 > 0) {
      if (order(left, right) <= 0) { memcpy(to, left, size); left += size; n1--; }
      else { memcpy(to, right, size); right += size; n2--; }
      to += size;
    }
    memcpy(to, left, n1 * size);
    memcpy(elements + start[top] * size, space, (length[top] - n2) * size);
    top--;
  }
}
static void __agon_sort_from_end(char *elements, size_t count, size_t size, int (*order)(const void *, const void *), char *next) {
  char *moved = next + size;
  size_t i, j;
  for (i = count - 1; i-- > 0; ) {
    memcpy(moved, elements + i * size, size);
    for (j = i; j + 1 < count; j++) {
      memcpy(next, elements + (j + 1) * size, size);
      if (order(next, moved) >= 0) break;
      memcpy(elements + j * size, next, size);
    }
    memcpy(elements + j * size, moved, size);
  }
}
static void __agon_sort_any(char *elements, size_t count, size_t size, int (*order)(const void *, const void *)) {
  char *a = __builtin_alloca(size), *b = __builtin_alloca(size);
  size_t i, j;
  if (count > 2000) __agon_open("which elements of a long array qsort compares");
  for (i = 1; i < count; i++) {
    memcpy(b, elements + i * size, size);
    for (j = i; j > 0; j--) {
      memcpy(a, elements + (j - 1) * size, size);
      if (order(a, b) <= 0) break;
      memcpy(elements + j * size, a, size);
    }
    memcpy(elements + j * size, b, size);
  }
  for (i = 0; i < count; i++) {
    memcpy(a, elements + i * size, size);
    memcpy(b, a, size);
    if (order(a, b) != 0) __agon_open("qsort with a comparison that finds no element equal to itself");
    for (j = i + 1; j < count; j++) {
      int before, after;
      memcpy(b, elements + j * size, size);
      before = order(a, b);
      after = order(b, a);
      if (before > 0 || after < 0 || (before == 0) != (after == 0)) __agon_open("qsort with a comparison that is no order");
      if (before == 0 && memcmp(a, b, size) != 0) __agon_open("the order of equal elements");
    }
  }
}
void qsort(void *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  int choice = __agon_library_choice();
  __agon_open("${COMPARATOR_EFFECTS}");
  if (count < 2) return;
  if (choice == 0) __agon_merge_sort(base, count, size, order, __builtin_alloca(count * size));
  else if (choice == 1) __agon_sort_from_end(base, count, size, order, __builtin_alloca(2 * size));
  else __agon_sort_any(base, count, size, order);
}
static const char *__agon_bisect(const void *key, const char *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = base + middle * size;
    int difference = order(key, element);
    if (difference < 0) high = middle;
    else if (difference > 0) low = middle + 1;
    else return element;
  }
  return 0;
}
static const char *__agon_search_all(const void *key, const char *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  const char *found = 0;
  size_t i;
  for (i = 0; i < count; i++)
    if (order(key, base + i * size) == 0) found = base + i * size;
  return found;
}
static const char *__agon_search_any(const void *key, const char *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  const char *found = 0;
  int last = 1;
  size_t i;
  for (i = 0; i < count; i++) {
    int difference = order(key, base + i * size);
    if (difference > 0 ? last <= 0 : difference == 0 && last < 0) __agon_open("bsearch in an array that is not in order");
    if (difference == 0 && found != 0) __agon_open("which of several equal elements bsearch finds");
    if (difference == 0) found = base + i * size;
    last = difference;
  }
  return found;
}
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*order)(const void *, const void *)) {
  int choice = __agon_library_choice();
  __agon_open("${COMPARATOR_EFFECTS}");
  if (choice == 0) return (void *)__agon_bisect(key, base, count, size, order);
  if (choice == 1) return (void *)__agon_search_all(key, base, count, size, order);
  return (void *)__agon_search_any(key, base, count, size, order);
}
`;
