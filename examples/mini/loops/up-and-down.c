// Ten steps up and ten steps down lead back.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int height = 0;
  int step = 0;
  while (step < 20) {
    if (step < 10) height++;
    else height--;
    step++;
  }
  if (height != 0) reach_error();
  return 0;
}
