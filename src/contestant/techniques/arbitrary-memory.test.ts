import { describe, expect, test } from "vitest";
import { loadProgram, Verdicts } from "../../../test/regression/verdicts.ts";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const HEAD = `
struct device { int number; struct device *next; void (*call)(int); int (*ask)(void);
  void (*add)(void (*)(int)); void (*any)(); };
extern struct device *get(void); extern void put(struct device *); extern int status(void);
extern void add(struct device *, void (*)(int)); extern void add_any(void *); extern void add_number(long);
extern int clock; extern void (*power_off)(int);
extern void add_choice(void (*(*)(int))(int)); extern void print(char *, const char *, ...);
extern int sprintf(char *, const char *, ...);
int state, shared; struct device own; int table[4];
`;

function ask(body: string) {
  return askConfiguration("arbitrary-memory", HEAD + body, { seconds: 5, dataModel: "LP64" });
}

describe("proves", () => {
  test.each([
    [
      "a state machine among accesses to the environment's memory",
      `void open(struct device *d) { if (state == 0) { d->next->number = 5; state = 1; } }
       void close(struct device *d) { if (state == 1) { put(d); state = 0; } }
       int main(void) { struct device *d; while (status()) { if (status() == 3) open(d); else close(d); check(state < 2); } return 0; }`,
    ],
    [
      "any behaviour of a function without a definition with its arguments",
      "int main(void) { put(&own); print((char *)&shared, 0, &own); check(state == 0); return 0; }",
    ],
    [
      "calls through pointers that memory holds",
      `void up(int n) { if (state == 0) state = 1; } void no(int n, int m) { state = 7; }
       int main(void) { own.call = up; void (*p)(int, int) = no; get()->call(1); check(state < 2); return p == 0; }`,
    ],
    [
      "models of the library by what they may change",
      `int main(void) { char text[20]; sprintf(text, "%p %d", (void *)get(), status()); check(state == 0); return 0; }`,
    ],
    [
      "records as arguments and results",
      `struct pair { int a, b; }; struct pair swap(struct pair p, int n) { state = n; struct pair q = { p.b, p.a }; return q; }
       int main(void) { struct pair p = { 1, get()->number }; p = swap(p, 3); check(state == 3); return p.a; }`,
    ],
    [
      "any result of inline assembly",
      `void outb(char c, short p) { asm volatile("1:\\toutb %b0, %w1" : : "a"(c), "Nd"(p)); }
       int main(void) { unsigned long flags; int n = get()->number;
         asm volatile("pushf; pop %0" : "=rm"(flags) : : "memory"); if (state == 0) state = 1; asm("incl %0" : "+r"(n));
         outb(n, 3); asm("call *%c0" : : "i"(&own.call)); asm("bts %1, %0" : "=m"(shared), "=r"(n) : "m"(own.number), "r"(&table)); check(state == 1); return n; }`,
    ],
    [
      "what handlers leave as it is that the environment gets and may call",
      `void handler(int n) { if (n > 3) shared = own.number; put(&own); }
       int main(void) { add(&own, handler); add(get(), 0); state = 1; put(&own); check(state == 1); return 0; }`,
    ],
    [
      "the effects of handlers that are passed on, for all other contents of memory",
      `void up(int n) { if (state == 0) state = 1; } void other(int n) { state = 7; }
       void add_it(struct device *d, void (*f)(int), int flags) { void (*g)(int) = f; add(d, g); }
       int main(void) { own.call = other; add_it(&own, up, 3); check(state < 2); return 0; }`,
    ],
    [
      "what functions leave as it is whose address is handed on as data",
      `void up(int n) { state = 1; }
       int main(void) { add_any((void *)up); add_number((long)up); status(); check(state == 0); return 0; }`,
    ],
    [
      "indices within objects that are named",
      "int main(void) { for (int i = 0; i < 4; i++) table[i] = get()->number; check(state == 0); return 0; }",
    ],
    [
      "that copies of a length that calls pass are within named objects",
      `void send(const char *from, int n) { char text[8]; __builtin_memcpy(text + 1, from, (unsigned long)n); put((struct device *)text); state = 1; }
       int main(void) { send("abc", 3); send((char *)get(), 7); send(0, 0); check(state == 1); return 0; }`,
    ],
  ])("%s", (_what, body) => {
    expect(ask(body)).toMatchObject({ verdict: "true" });
  });
});

test("no violation is concluded behind inline assembly", () => {
  const text = `${HEAD}int main(void) { int n; asm("movl $7, %0" : "=r"(n)); check(n != 5); return n; }`;
  for (const configuration of ["bmc", "value-analysis", "symbolic-execution"]) {
    const answer = askConfiguration(configuration, text, { seconds: 2, dataModel: "LP64" });
    expect(answer).toMatchObject({ verdict: "unknown" });
  }
});

describe("does not know", () => {
  test.each([
    [
      "what memory holds",
      "int main(void) { shared = 3; put(&own); int *p = &shared; check(shared == 3); return *p; }",
    ],
    ["what is read", "int main(void) { state = get()->number; check(state != 77); return 0; }"],
    [
      "that two reads agree",
      "int main(void) { struct device *d = get(); check(d->number == d->number); return 0; }",
    ],
    [
      "what a function of the program does that memory leads to",
      "void up(int n) { state = 1; } int main(void) { own.call = up; get()->call(1); check(state == 0); return 0; }",
    ],
    [
      "whether a function calls what it gets",
      "void up(int n) { state = 1; } int main(void) { add(&own, up); check(state == 0); return 0; }",
    ],
    [
      "that a function calls what it gets no more than once",
      "void up(int n) { state = state < 3 ? state + 1 : 3; } int main(void) { add(&own, up); check(state < 3); return 0; }",
    ],
    [
      "whether what it got is called later",
      "void up(int n) { state = 1; } int main(void) { add(&own, up); state = 0; status(); check(state == 0); return 0; }",
    ],
    [
      "with which arguments it is called",
      "void up(int n) { if (n == 77) state = 1; } int main(void) { add(&own, up); check(state == 0); return 0; }",
    ],
    [
      "whether it is called by what memory leads to",
      `void up(int n) { state = 1; }
       int main(void) { add(&own, up); state = 0; own.ask = status; get()->ask(); check(state == 0); return 0; }`,
    ],
    [
      "what another handler does that memory holds",
      `void up(int n) { state = 1; } void no(int n) {}
       int main(void) { own.call = up; add(&own, no); add(&own, get()->call); check(state == 0); return 0; }`,
    ],
    [
      "what a handler does that a parameter, a variable or a result hands on",
      `void up(int n) { state = 1; } void (*choose(void))(int) { return up; }
       int main(void) { add(&own, choose()); check(state == 0); return 0; }`,
    ],
    ...[
      "get()->add(up)",
      "get()->add(own.call)",
      "void *any = (void *)up; add(&own, (void (*)(int))any)",
      "print(0, 0, up)",
      "add_choice(choose)",
      "void (*any)() = get()->any; any(up)",
      "power_off = up",
    ].map((call) => [
      `what a handler does that is handed on by ${call}`,
      `void up(int n) { state = 1; } void (*choose(int n))(int) { return n ? up : 0; }
       int main(void) { own.call = up; ${call}; status(); check(state == 0); return 0; }`,
    ]),
    [
      "whether a function without a prototype gets what the caller promotes",
      `void old(c) char c; { state = c; }
       int main(void) { void (*call)() = old; if (status()) call = 0; if (call) call(3); check(state == 0); return 0; }`,
    ],
    [
      "what a handler does that is the error function",
      "extern void reach_error(void); int main(void) { add(&own, (void (*)(int))reach_error); return 0; }",
    ],
    [
      "what a handler calls through another one",
      `void up(int n) { state = 1; } void first(int n) { add(&own, up); }
       int main(void) { add(&own, first); check(state == 0); return 0; }`,
    ],
    [
      "that a variable of the environment stays as it is",
      "int main(void) { int before = clock; status(); check(clock == before); return 0; }",
    ],
    [
      "what a function without a prototype gets",
      "extern void use(); int main(void) { int v = 1; use(&v); check(v == 1); return 0; }",
    ],
    [
      "that an index is within a named object",
      "int main(void) { table[status()] = 1; check(state == 0); return 0; }",
    ],
    ...["n", "8", "-1", "get()->number", "n + get()->number"].map((length) => [
      `that a copy is within a named object, of ${length} bytes`,
      `int main(void) { int n = status(); char text[8]; __builtin_memcpy(text + 1, get(), (unsigned long)(${length})); check(state == 0); return n; }`,
    ]),
    [
      "that a counter stays positive, since signed numbers wrap around",
      "int main(void) { int n = 1; while (status()) { n = n + 1; check(n > 0); } return get()->number; }",
    ],
    ["what a call returns", "int main(void) { check(status() != 77); return 0; }"],
    [
      "what a signal does",
      `extern void (*signal(int, void (*)(int)))(int); void up(int n) { state = 1; }
       int main(void) { signal(2, up); check(state == 0); return status(); }`,
    ],
    [
      "what inline assembly puts into an output",
      'int main(void) { get(); asm("movl $7, %0" : "=r"(state)); check(state != 77); return 0; }',
    ],
    [
      "what it puts into an output that it also reads",
      'int main(void) { get(); asm("incl %0" : "+m"(state)); check(state == 0); return 0; }',
    ],
    [
      "whether it changes an input in memory",
      'int main(void) { get(); asm("incl %0" : : "m"(state) : "memory"); check(state == 0); return 0; }',
    ],
    [
      "what it does to a variable that it names",
      'int main(void) { get(); asm("incl state(%%rip)" : : : "memory"); check(state == 0); return 0; }',
    ],
    [
      "whether it calls a function that it gets",
      'void up(void) { state = 1; } int main(void) { get(); asm("call *%0" : : "r"(up)); check(state == 0); return 0; }',
    ],
    [
      "whether it calls the error function",
      'int main(void) { get(); asm("call reach_error"); check(1); return 0; }',
    ],
    [
      "where it jumps",
      'int main(void) { get(); asm goto("jmp %l0" : : : : out); state = 1; out: check(state == 1); return 0; }',
    ],
    ["that an execution ends", "int main(void) { while (status() != 5) { } check(0); return 0; }"],
    ["programs that need no environment", "int main(void) { check(state == 0); return 0; }"],
  ])("%s", (_what, body) => {
    expect(ask(body)).toMatchObject({ verdict: "unknown" });
  });
});

test("the violation itself is no environment", async () => {
  const text =
    "extern void reach_error(void); int main(void) { int *p = 0; *p = 1; if (0) reach_error(); return 0; }";
  const verdicts = await Verdicts.create();
  const loaded = loadProgram("p.c", text, "LP64");
  const answer = await verdicts.verify(loaded, "arbitrary-memory", 5);
  expect(answer).toMatchObject({ verdict: "unknown", reason: expect.stringMatching(/defined/) });
});
