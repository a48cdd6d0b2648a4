/**
 * Programs in the manner of drivers, whose kernel is declared only: each without and with a fault.
 * Programs with a fault are never proved. The fault is found where no memory of the kernel has to
 * be valid for that.
 */
import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";
import { settled } from "../../../test/support/settled.ts";

interface DriverTask {
  readonly what: string;
  readonly text: string;
  /** The text that the fault replaces, and its replacement. */
  readonly fault: readonly [string, string];
  /** Whether an execution without memory of the kernel shows the fault. */
  readonly isFound: boolean;
}

const DRIVERS: readonly DriverTask[] = [
  {
    what: "a lock that every callback returns",
    text: `struct lock { int raw; }; struct dev { struct lock lock; int irq; struct dev *parent; char name[16]; };
      struct ops { int (*open)(struct dev *); int (*write)(struct dev *, const char *, unsigned long); };
      extern int register_ops(struct ops *); extern void unregister_ops(struct ops *);
      extern int copy(void *, const void *, unsigned long); extern int status(void);
      static int locked;
      static void lock(struct lock *l) { check(locked == 0); locked = 1; }
      static void unlock(struct lock *l) { check(locked == 1); locked = 0; }
      static int dev_open(struct dev *d) { lock(&d->lock); if (d->parent->irq > 3) { unlock(&d->lock); return -5; }
        d->irq = status(); unlock(&d->lock); return 0; }
      static int dev_write(struct dev *d, const char *from, unsigned long n) { int error = 0; lock(&d->lock);
        if (n > 16) { error = -22; goto out; } if (copy(d->name, from, n)) error = -14;
        out: unlock(&d->lock); return error; }
      static struct ops own = { dev_open, dev_write };
      int main(void) { struct dev *d; const char *from; unsigned long n;
        if (register_ops(&own)) return 0;
        while (status()) { switch (status()) { case 0: own.open(d); break; case 1: dev_write(d, from, n); break; default: break; } }
        unregister_ops(&own); check(locked == 0); return 0; }`,
    fault: ["error = -22; goto out;", "return -22;"],
    isFound: false,
  },
  {
    what: "references that module init and exit pair",
    text: `struct module; extern struct module *self(void); extern int probe_bus(void); extern int create(const char *, int);
      extern void destroy(int); extern int status(void);
      static int references, is_ready;
      static int get(struct module *m) { if (status()) { references = references + 1; return 1; } return 0; }
      static void put(struct module *m) { check(references > 0); references = references - 1; }
      static int open(void) { if (!is_ready) return -19; return get(self()) ? 0 : -16; }
      static void release(void) { put(self()); }
      static int init(void) { int major = create("own", 3); if (major < 0) return major;
        if (probe_bus()) { destroy(major); return -19; } is_ready = 1; return 0; }
      static void leave(void) { check(references == 0); is_ready = 0; }
      int main(void) { int is_open = 0; if (init()) return 0;
        while (status() || is_open) { if (status() && !is_open) { if (open() == 0) is_open = 1; } else if (is_open) { release(); is_open = 0; } }
        leave(); return 0; }`,
    fault: ["while (status() || is_open)", "while (status())"],
    isFound: true,
  },
  {
    what: "requests that a queue gets back once",
    text: `struct request { int type; void *data; struct request *next; }; struct queue { struct request *first; int (*make)(struct request *); };
      extern struct request *allocate(struct queue *, int); extern int execute(struct queue *, struct request *);
      extern void give_back(struct request *); extern void *kernel_memory(unsigned long, int); extern int status(void);
      enum { FREE, TAKEN }; static int request_state = FREE;
      static struct request *take(struct queue *q, int mask) { struct request *r; check(request_state == FREE);
        r = allocate(q, mask); if (r) request_state = TAKEN; return r; }
      static void done(struct request *r) { check(request_state == TAKEN); request_state = FREE; give_back(r); }
      static int identify(struct queue *q) { char *text = kernel_memory(20, 208); struct request *r; int error;
        if (!text) return -12; r = take(q, 16); if (!r) return -5;
        error = execute(q, r); done(r); return error; }
      int main(void) { struct queue *q; int tries = 3; while (status()) { if (status() == 4) identify(q); else if (tries-- < 0) break; }
        check(request_state == FREE); return 0; }`,
    fault: ["error = execute(q, r); done(r);", "error = execute(q, r); if (error == 0) done(r);"],
    isFound: true,
  },
];

const LP64 = { dataModel: "LP64" } as const;

test.each(DRIVERS)("$what: proved", ({ text }) => {
  const result = settled(2, (seconds) =>
    askConfiguration("arbitrary-memory", text, { seconds, ...LP64 }),
  );
  expect(result).toMatchObject({ verdict: "true" });
});

test.each(DRIVERS)("$what: a fault is not overlooked", { timeout: 200_000 }, (task) => {
  const { text, fault, isFound } = task;
  const faulty = text.replace(...(fault as [string, string]));
  expect(faulty).not.toBe(text);
  const proof = askConfiguration("arbitrary-memory", faulty, { seconds: 2, ...LP64 });
  expect(proof).toMatchObject({ verdict: "unknown" });
  if (!isFound) return;
  const result = settled(3, (seconds) => askConfiguration("default", faulty, { seconds, ...LP64 }));
  expect(result).toMatchObject({ verdict: "false" });
});
