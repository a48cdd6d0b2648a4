/** Names with a meaning for compilers, libraries and verifiers, which stay unchanged. */
import {
  FURTHER_FUNCTIONS,
  HEADERS,
  KEYWORDS,
  LP64,
  parseTranslationUnit,
  predefinedMacros,
  RESERVED_PREFIXES,
} from "../cfront/index.ts";

const PREDEFINED = /^#define (\w+)/gm;

/** Words of the language and of gcc beside the keywords. */
const WORDS = `defined __VA_ARGS__ __VA_OPT__ __LINE__ __FILE__ __DATE__ __TIME__ __COUNTER__
  __INCLUDE_LEVEL__ __BASE_FILE__ __TIMESTAMP__ __has_include __has_attribute __has_builtin
  __func__ __FUNCTION__ __PRETTY_FUNCTION__ __null __builtin_va_list main reach_error once
  bool true false`.split(/\s+/);

/** Functions of the Linux kernel for which verifiers have models. */
const KERNEL_FUNCTIONS =
  "kmalloc kzalloc kfree panic printk spin_lock spin_unlock mutex_lock mutex_unlock".split(" ");

let names: ReadonlySet<string> | undefined;

/** Whether the name is one of C, gcc, the standard library, POSIX threads or the competition. */
export function isStandardName(name: string): boolean {
  names ??= collect();
  return names.has(name) || RESERVED_PREFIXES.test(name);
}

function collect(): ReadonlySet<string> {
  const all = new Set([...KEYWORDS, ...WORDS, ...FURTHER_FUNCTIONS, ...KERNEL_FUNCTIONS]);
  for (const [, name] of predefinedMacros(LP64).matchAll(PREDEFINED)) all.add(name as string);
  // Each header separately: together some of them would clash.
  for (const [header, text] of HEADERS) {
    for (const [, name] of text.matchAll(/^#\s*define\s+(\w+)/gm)) all.add(name as string);
    const program = `#define _GNU_SOURCE 1\n#include <${header}>\n`;
    const { unit } = parseTranslationUnit("names.c", program, LP64);
    for (const name of unit.functions.keys()) all.add(name);
    for (const { name } of unit.globals) all.add(name);
    for (const { name, entity } of unit.scopes.names) {
      if (entity.kind === "typedef" || entity.kind === "enum-constant") all.add(name);
    }
    for (const { name, entity } of unit.scopes.tags) {
      all.add(name);
      if (entity.kind === "enum") continue;
      for (const field of entity.definition.fields ?? []) {
        if (field.name !== undefined) all.add(field.name);
      }
    }
  }
  return all;
}
