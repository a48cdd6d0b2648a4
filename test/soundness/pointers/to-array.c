// unreach-call: true
extern void reach_error(void);

int main(void) {
  int m[3][4] = {{0}, {5}}, (*row)[4] = m;
  row++;
  if ((*row)[0] != 5 || row[0][0] != 5 || row[-1][4 - 4] != 0) reach_error();
  if (sizeof *row != 4 * sizeof(int) || *m + 4 != m[1]) reach_error();
  return 0;
}
