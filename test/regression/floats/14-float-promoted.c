// TRUE
extern void reach_error(void);

int main(void) {
  float a = 16777216.0f;
  if (a + 1.0 != 16777217.0 || a + 1.0f != 16777216.0f) reach_error();
  if ((float)(a + 1.0) != a) reach_error();
  return 0;
}
