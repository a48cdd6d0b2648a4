// unreach-call: true
extern void reach_error(void);

static int done;
static void end(void) { if (!done) reach_error(); }
int main(void) {
  done = 1;
  end();
}
