// unreach-call: true, no-overflow: true
void reach_error(void);
#pragma pack(push, 1)
struct tight {
  char a;
  int b;
};
#pragma pack(2)
struct even {
  char a;
  int b;
};
#pragma pack(pop)
struct usual {
  char a;
  int b;
};
int main(void) {
  struct tight t = {1, 0x01020304};
  if (sizeof(struct tight) != 5 || sizeof(struct even) != 6 || sizeof(struct usual) != 8) reach_error();
  if (((unsigned char *)&t)[1] != 4) reach_error();
  return 0;
}
