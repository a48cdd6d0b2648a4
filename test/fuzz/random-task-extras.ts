/**
 * Statements of random tasks beyond plain C: strings, floats, calls of the library with computed
 * arguments, variable arguments, variably modified types, compound literals, static locals, lists
 * on the heap. They write integers of the task; their declarations come before.
 */

export interface TaskContext {
  readonly below: (limit: number) => number;
  /** An integer expression, rarely with undefined behaviour. */
  readonly expression: (depth: number) => string;
  /** An assignable integer. */
  readonly place: () => string;
  readonly newName: (prefix: string) => string;
  readonly emit: (...lines: string[]) => void;
}

/** @param size - the type of sizes */
export function extraDeclarations(size: string): string[] {
  return [
    `extern ${size} strlen(const char *);`,
    "extern int strcmp(const char *, const char *);",
    `extern int strncmp(const char *, const char *, ${size});`,
    `extern int memcmp(const void *, const void *, ${size});`,
    `extern void *memset(void *, int, ${size});`,
    `extern void *memmove(void *, const void *, ${size});`,
    "extern char *strcpy(char *, const char *);",
    "extern char *strchr(const char *, int);",
    `extern void *calloc(${size}, ${size});`,
    "extern int printf(const char *, ...);",
    "extern int putchar(int);",
    "extern int abs(int);",
    "extern long labs(long);",
    "extern int isdigit(int);",
    "extern int toupper(int);",
    "extern double fabs(double);",
    "extern double sqrt(double);",
    "extern double floor(double);",
    "extern void exit(int);",
  ];
}

/** Functions that the statements use; they follow the definition of `gt`. */
export function extraFunctions(): string[] {
  return [
    "struct L { struct L *next; int value; };",
    "struct D { double d; float f; short s; };",
    'static char gc[8] = "agon";',
    "static double gd[2] = { 0.5, -3.0 };",
    "static int fsum(int n, ...) {",
    "__builtin_va_list list; int total = 0;",
    "__builtin_va_start(list, n);",
    "for (int i = 0; i < n; i++) total ^= __builtin_va_arg(list, int) + i;",
    "__builtin_va_end(list); return total; }",
    "static int fcount(void) { static int count = 3; return count = (count + 1) & 15; }",
    "static struct D fmake(int x) { struct D d = { (short)x / 2.0, (short)x, x }; return d; }",
    "static int fdown(int n, int *p) { if (n <= 0) return *p & 255; int own = (*p & 63) + n; return fdown(n - 1, &own); }",
    "static int fone(int x) { return x & 127; }",
    "static int ftwo(int x) { return ~x & 63; }",
    "static int (*const ftable[2])(int) = { fone, ftwo };",
  ];
}

export function extraStatement(context: TaskContext): void {
  const { below, emit } = context;
  const statements = [
    strings,
    textComparison,
    floats,
    floatRecord,
    library,
    computedSize,
    list,
    variableArguments,
    variableLength,
    compoundLiteral,
    tables,
    sequence,
    matrix,
    moved,
    jumpIntoBlock,
  ];
  const lines = (statements[below(statements.length)] as (c: TaskContext) => string[])(context);
  emit(...lines);
}

/** An integer expression with a call. */
export function extraExpression({ below, expression }: TaskContext): string {
  const x = expression(1);
  const forms = [
    `ftable[${x} & 1](${expression(1)})`,
    `fsum(2, (int)(signed char)${x}, (int)(short)${expression(1)})`,
    `fdown(${x} & 3, &gt[1])`,
    `(int)strlen(gc)`,
    `gc[${x} & 7]`,
    `"abcdefg"[${x} & 7]`,
    `abs((short)${x})`,
    `(int)labs((short)${x})`,
    `!isdigit(${x} & 127)`,
    `toupper(${x} & 127)`,
    `(int)gd[${x} & 1]`,
    `(int)fmake(${x}).f`,
    `({ int t = (short)${x}; t * t & 1023; })`,
    `((void)${x}, ${expression(1)})`,
    `(_Bool)${x}`,
    `(int)sizeof(char[(${x} & 3) + 1])`,
    `(int)fabs((short)${x} * 0.25)`,
    `(int)floor((short)${x} / 8.0)`,
    `(sqrt((unsigned char)${x}) > 5.0)`,
    `(strchr(gc, ${x} & 127) != 0)`,
  ];
  return forms[below(forms.length)] as string;
}

function strings({ newName, expression, place }: TaskContext): string[] {
  const name = newName("c");
  return [
    `char ${name}[8] = "ab";`,
    `${name}[${expression(1)} & 3] = ${expression(2)};`,
    `${name}[6] = 0;`,
    `strcpy(gc, ${name} + (${expression(1)} & 1));`,
    `${place()} = (int)strlen(${name}) + gc[1];`,
  ];
}

function textComparison({ below, expression, place }: TaskContext): string[] {
  const forms = [
    `strcmp(gc, "agon") < 0`,
    `strncmp(gc, "ago", ${expression(1)} & 3) == 0`,
    `memcmp(gc, "ab", 2) > 0`,
    `gc[0] == 'a'`,
  ];
  return [`${place()} = ${forms[below(forms.length)]};`];
}

function floats({ below, newName, expression, place }: TaskContext): string[] {
  const name = newName("d");
  const type = below(2) === 0 ? "double" : "float";
  const operator = ["+", "-", "*", "/"][below(4)];
  return [
    `${type} ${name} = (short)${expression(2)} ${operator} 4.0;`,
    `${name} = ${name} * 0.5f + gd[${expression(1)} & 1];`,
    `if (${name} > -1000.0 && ${name} < 1000.0) ${place()} = (int)${name};`,
    `gd[${expression(1)} & 1] = ${name} < 8.0 ? ${name} : -${name};`,
  ];
}

function floatRecord({ newName, expression, place }: TaskContext): string[] {
  const name = newName("e");
  return [
    `struct D ${name} = fmake(${expression(2)});`,
    `${name}.s += ${expression(1)};`,
    `if (${name}.d == ${name}.f / 2) ${place()} = ${name}.s;`,
  ];
}

function library({ below, expression, place }: TaskContext): string[] {
  const x = expression(2);
  const forms = [
    `printf("%d %s\\n", (int)${x}, gc);`,
    `putchar(${x} & 127);`,
    `${place()} = abs(${x});`,
    `if (${x} == 77) exit(${expression(1)});`,
    `memset(gc, ${x}, 3); gc[3] = 0;`,
    `memset(&gs, 0, sizeof gs);`,
  ];
  return [forms[below(forms.length)] as string];
}

function computedSize({ newName, expression, place }: TaskContext): string[] {
  const name = newName("b");
  return [
    `int *${name} = calloc((${expression(1)} & 3) + 1, sizeof(int));`,
    `if (${name} != 0) { ${name}[0] += ${expression(2)};`,
    `${place()} = ${name}[0];`,
    `free(${name}); }`,
  ];
}

function list({ newName, expression, place }: TaskContext): string[] {
  const [head, at] = [newName("l"), newName("i")];
  return [
    `struct L *${head} = 0;`,
    `for (int ${at} = 0; ${at} < (${expression(1)} & 3); ${at}++) {`,
    `struct L *node = malloc(sizeof *node); if (node == 0) abort();`,
    `node->value = ${expression(1)}; node->next = ${head}; ${head} = node; }`,
    `while (${head} != 0) { struct L *node = ${head}; ${head} = node->next;`,
    `${place()} ^= node->value & 255; free(node); }`,
  ];
}

function variableArguments({ expression, place }: TaskContext): string[] {
  return [
    `${place()} = fsum(${expression(1)} & 3, (int)(short)${expression(1)}, 5, (int)(char)${expression(1)});`,
  ];
}

function variableLength({ newName, expression, place }: TaskContext): string[] {
  const [name, length] = [newName("w"), newName("n")];
  return [
    `int ${length} = (${expression(1)} & 3) + 1;`,
    `short ${name}[${length}];`,
    `for (int i = 0; i < ${length}; i++) ${name}[i] = i;`,
    `${name}[0] = ${expression(2)};`,
    `${place()} = ${name}[${length} - 1] + (int)sizeof ${name};`,
  ];
}

function compoundLiteral({ newName, expression, place }: TaskContext): string[] {
  const name = newName("k");
  return [
    `int *${name} = (int[]){ ${expression(1)}, [2] = 7, 8 };`,
    `${name}[1] = ${expression(2)};`,
    `${place()} = ${name}[${expression(1)} & 3];`,
  ];
}

function tables({ newName, expression, place }: TaskContext): string[] {
  const name = newName("t");
  return [
    `int (*${name})(int) = ftable[${expression(1)} & 1];`,
    `${place()} = ${name}(${expression(2)}) + (${name} == fone) + fcount();`,
  ];
}

function sequence({ newName, expression, place }: TaskContext): string[] {
  const name = newName("q");
  return [
    `int ${name} = (short)${expression(2)}, *${name}p = &${name};`,
    `${place()} = (*${name}p += 2, ${name} & 255) + (${name} > 3 && ++*${name}p < 9 ? ${name} : 1);`,
  ];
}

function matrix({ newName, expression, place }: TaskContext): string[] {
  const [name, row] = [newName("m"), newName("r")];
  return [
    `static int ${name}[2][3] = { { 1 }, { 4, 5, 6 } };`,
    `int (*${row})[3] = ${name} + (${expression(1)} & 1);`,
    `(*${row})[(unsigned)${expression(1)} % 3] = ${expression(2)};`,
    `${place()} = ${name}[1][2] - (${row}[0][1] & 15);`,
  ];
}

function moved({ expression, place }: TaskContext): string[] {
  return [
    `memmove(&gt[${expression(1)} & 1], gt, 3 * sizeof(int));`,
    `${place()} = gt[${expression(1)} & 3];`,
  ];
}

function jumpIntoBlock({ newName, expression, place }: TaskContext): string[] {
  const [label, name] = [newName("j"), newName("y")];
  return [
    `if (${expression(2)}) goto ${label};`,
    `{ int ${name} = 5; ${place()} = ${name};`,
    `${label}: ${name} = (short)${expression(1)}; ${place()} ^= ${name}; }`,
  ];
}
