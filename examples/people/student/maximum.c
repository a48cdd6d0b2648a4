/* The greatest of an array: the loop goes one too far. */
#define SIZE 5

int main(void) {
  int values[SIZE] = {3, 1, 4, 1, 5};
  int greatest = values[0];
  for (int i = 1; i <= SIZE; i++) {
    if (values[i] > greatest) greatest = values[i];
  }
  return greatest;
}
