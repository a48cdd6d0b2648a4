/**
 * Targets of pointers: a piece of memory, or a function. Locals are one place for all their activations, heap
 * blocks one for each allocating call.
 */
import { gcdOfNumbers } from "../../ground/util/gcd.ts";
import type { CallEdge, FunctionCfa, MemoryObject } from "../cfa/index.ts";

export type Place =
  | { readonly kind: "object"; readonly key: string; readonly object: MemoryObject }
  /** The block that the call allocates: `malloc`, `calloc`, `realloc`, `alloca`. */
  | { readonly kind: "block"; readonly key: string; readonly edge: CallEdge }
  | { readonly kind: "function"; readonly key: string; readonly name: string }
  /** The result of a function, before it is stored. */
  | { readonly kind: "result"; readonly key: string; readonly of: FunctionCfa }
  /** Internal memory of models for results of threads, and data of threads by key. */
  | { readonly kind: "thread-results" | "thread-specific"; readonly key: string }
  /** Any memory at all: an access to it cannot be part of a proof. */
  | { readonly kind: "unknown"; readonly key: string };

/** Bytes `offset + k * stride` of a place, for every k; stride 0: one offset. With a stride, 0 <= offset < stride. */
export interface Target {
  readonly place: Place;
  readonly offset: number;
  readonly stride: number;
}

export const UNKNOWN: Place = { kind: "unknown", key: "?" };
export const THREAD_RESULTS: Place = { kind: "thread-results", key: "results" };
export const THREAD_SPECIFIC: Place = { kind: "thread-specific", key: "specific" };

const objects = new WeakMap<MemoryObject, Place>();
const blocks = new WeakMap<CallEdge, Place>();

export function objectPlace(object: MemoryObject): Place {
  let place = objects.get(object);
  if (place === undefined) {
    place = { kind: "object", key: `o${object.id}`, object };
    objects.set(object, place);
  }
  return place;
}

export function blockPlace(edge: CallEdge): Place {
  let place = blocks.get(edge);
  if (place === undefined) {
    place = { kind: "block", key: `b${edge.id}`, edge };
    blocks.set(edge, place);
  }
  return place;
}

export function functionPlace(name: string): Place {
  return { kind: "function", key: `f${name}`, name };
}

export function resultPlace(of: FunctionCfa): Place {
  return { kind: "result", key: `r${of.name}`, of };
}

export function target(place: Place, offset: number, stride: number): Target {
  if (stride === 0) return { place, offset, stride };
  return { place, offset: ((offset % stride) + stride) % stride, stride };
}

/** The target moved by some bytes. */
export function shifted({ place, offset, stride }: Target, by: number, every: number): Target {
  return target(place, offset + by, gcdOfNumbers(stride, every));
}

/** Whether some `size` bytes at one target may overlap `otherSize` bytes at the other one of the same place. */
export function mayOverlap(
  a: Omit<Target, "place">,
  size: number,
  b: Omit<Target, "place">,
  otherSize: number,
): boolean {
  const step = gcdOfNumbers(a.stride, b.stride);
  const distance = b.offset - a.offset;
  if (step === 0) return distance < size && -distance < otherSize;
  const ahead = ((distance % step) + step) % step;
  return ahead < size || step - ahead < otherSize;
}
