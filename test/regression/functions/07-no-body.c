// UNKNOWN [soundness]
extern void reach_error(void);

extern int mystery(int);
int main(void) {
  if (mystery(3) == 4) reach_error();
  return 0;
}
