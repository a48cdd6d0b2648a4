// unreach-call: true
extern void reach_error(void);

int main(void) {
  double zero = 0.0, nan = zero / zero;
  if (nan == nan || nan < 1 || nan > 1 || nan <= nan || !(nan != nan)) reach_error();
  if (!!nan != 1) reach_error();
  return 0;
}
