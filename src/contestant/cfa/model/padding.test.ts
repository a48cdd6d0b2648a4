import { expect, test } from "vitest";
import { MACHINE_MODELS, parseC } from "../../cfront/index.ts";
import { paddingAfter, paddingOf } from "./padding.ts";

function variable(text: string, model: "ILP32" | "LP64") {
  const unit = parseC("test.c", text, MACHINE_MODELS[model]);
  const found = unit.globals.find(({ name }) => name === "x");
  if (found === undefined) throw new Error("no variable x");
  return found;
}

const ranges = (holes: ReturnType<typeof paddingOf>): string =>
  holes.map(({ bitOffset, bitWidth }) => `${bitOffset}+${bitWidth}`).join(" ");

test.each([
  ["int x;", "", ""],
  ["struct { char c; int i; } x;", "8+24", "8+24"],
  ["struct { char c; void *p; } x;", "8+24", "8+56"],
  ["struct { int i; char c; } x[2];", "40+24 104+24", "40+24 104+24"],
  ["struct { unsigned a : 3, : 2, b : 4; } x;", "3+2 9+23", "3+2 9+23"],
  ["union { char c; short s; struct { char d; int i; } t; } x;", "16+16", "16+16"],
  ["long double x;", "80+16", "80+48"],
  ["struct { struct { short s; char c; } t; char d; } x;", "24+8 40+8", "24+8 40+8"],
  ["int x __attribute__((vector_size(16)));", "", ""],
])("padding of %s", (text, onIlp32, onLp64) => {
  expect(ranges(paddingOf(variable(text, "ILP32").type))).toBe(onIlp32);
  expect(ranges(paddingOf(variable(text, "LP64").type))).toBe(onLp64);
});

test.each([
  ["struct { char c; int i; } x = { 1 };", "8+24"],
  ["struct { char c; int i; } x = {};", ""],
  ["struct { int i; char c; } x[2] = { { 1 } };", "40+24"],
  ["struct { int i; struct { char c; short s; } t; } x = { 1 };", ""],
  ["struct { int i; struct { char c; short s; } t; } x = { 1, { 2 } };", "40+8"],
  ["union { char c; int i; } x = { 1 };", "8+24"],
  ["union { char c; int i; } x = { .i = 1 };", ""],
  ["struct { union { char c; int i; } u; int j; } x = { .j = 1 };", ""],
  ["struct { unsigned a : 3, b : 4; } x = { 1 };", "7+25"],
  ["union { unsigned a : 3, b : 4; } x = { .b = 1 };", "4+28"],
  ['char x[4] = "a";', ""],
])("padding after %s", (text, expected) => {
  const { type, initializer } = variable(text, "LP64");
  expect(ranges(paddingAfter(type, initializer?.items ?? []))).toBe(expected);
});
