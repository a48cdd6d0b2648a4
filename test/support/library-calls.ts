/** Calls of functions of the C library, by their contracts, as C text. */
import { HEADERS } from "../../src/contestant/cfront/index.ts";
import type { Contract } from "../../src/contestant/library-contracts/contract.ts";

/** They end the thread, wait for ever when they are called alone, or have arguments that are no values of C. */
const UNCALLED =
  /^(pthread_exit|thrd_exit|pthread_join|thrd_join|pthread_detach|thrd_detach|pthread_cond_wait|cnd_wait|pthread_barrier_.*|.*getspecific|tss_get|gets|v\w*printf|v\w*scanf|.*jmp\w*|.*setjmp|fwprintf|wprintf|fputws|__\w+|syslog|printk|assert|c(real|imag|onj|proj)[fl]?)$/;

export function isCallable({ name, header }: Contract): boolean {
  return !UNCALLED.test(name) && HEADERS.has(header);
}

/** Includes, and objects that calls may use: `room` is zero, and larger than any access of a call of {@link callText}. */
export function PREAMBLE_OF_CALLS({ header }: Contract): string {
  const headers = new Set([header, "stdio.h", "stdlib.h", "pthread.h", "threads.h", "stdarg.h"]);
  return `#define _GNU_SOURCE
${[...headers].map((name) => `#include <${name}>`).join("\n")}
static long room[64], room2[64];
static void *start(void *argument) { return argument; }
static int start_int(void *argument) { return 0; }
static void nothing(void) { }
static void drop(void *value) { }
static int compare(const void *a, const void *b) { return 0; }`;
}

/**
 * A call of the function.
 *
 * @param pointers - arguments by the names of parameters; others lead to memory of their own
 */
export function callText(contract: Contract, pointers: Readonly<Record<string, string>>): string {
  const types = parameterTypes(contract);
  const passed = contract.parameters.map((name, index) => {
    const type = types[index] ?? "";
    return pointers[name] ?? argumentOf(contract.name, name, type, index);
  });
  return `(void)${contract.name}(${passed.join(", ")})`;
}

/** The texts before the names of the parameters. */
function parameterTypes({ prototype, parameters }: Contract): string[] {
  const list = prototype.slice(prototype.indexOf("(") + 1);
  let at = 0;
  return parameters.map((name) => {
    const end = list.slice(at).search(new RegExp(`\\b${name}\\b(?=\\)|,|\\[)`)) + at;
    const type = list.slice(at, end);
    at = list.indexOf(",", end) + 1;
    return type.trim();
  });
}

function argumentOf(callee: string, name: string, type: string, index: number): string {
  if (name === "start") return callee.startsWith("thrd") ? "start_int" : "start";
  if (name === "run") return "nothing";
  if (name === "compare") return "compare";
  if (name === "destructor" || name === "handler") return "0";
  if (type.includes("FILE")) return "stdout";
  if (/format|mode/.test(name) && type.includes("*"))
    return type.includes("wchar_t") ? 'L""' : '""';
  if (/\b(thread|a|b)$/.test(name) && /^(pthread_t|thrd_t)$/.test(type)) return "pthread_self()";
  if (type.includes("*")) return index % 2 === 0 ? "(void *)room" : "(void *)room2";
  return name === "size" || name === "count" || name === "limit" || name === "length" ? "4" : "0";
}
