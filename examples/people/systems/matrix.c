/* Rows and columns are exchanged in a matrix that is not square. */
#define ROWS 2
#define COLUMNS 3

static int matrix[ROWS][COLUMNS];

int main(void) {
  for (int column = 0; column < COLUMNS; column++)
    for (int row = 0; row < ROWS; row++) matrix[column][row] = row + column;
  return matrix[0][0];
}
