// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (stdin == 0 || stdin == stdout || stdout == stderr || stdin == stderr) reach_error();
  return 0;
}
