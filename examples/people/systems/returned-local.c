/* A function returns the address of its own buffer. */
static char *label(int number) {
  char text[4] = "n0";
  text[1] = (char)('0' + number);
  char *start = text;
  return start;
}

int main(void) {
  char *text = label(7);
  return text[1];
}
