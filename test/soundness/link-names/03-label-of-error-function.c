// unreach-call: false
extern void reach_error(void);

extern void harmless(void) __asm__("reach_error");

int main(void) {
  harmless();
  return 0;
}
