// unreach-call: true
extern void reach_error(void);

enum E { A = 5, B, C = 3, D, F = C + 10, G, H = -1, I };
int main(void) {
  if (B != 6 || D != 4 || G != 14 || I != 0) reach_error();
  return 0;
}
