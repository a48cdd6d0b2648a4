// Four times four is not twelve.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) count++;
  }
  if (count != 12) reach_error();
  return 0;
}
