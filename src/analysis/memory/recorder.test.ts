import { expect, test } from "vitest";
import { Recorder } from "./recorder.ts";

/** Every list of a recorder, whatever lists there are. */
function listsOf(recorder: Recorder): unknown[][] {
  const lists = Object.values(recorder) as unknown[][];
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.every((list) => Array.isArray(list))).toBe(true);
  return lists;
}

function add(recorder: Recorder): void {
  for (const [index, list] of listsOf(recorder).entries()) {
    for (let count = 0; count <= index; count++) list.push({});
  }
}

test("going back to a mark forgets what every list has got since", () => {
  const recorder = new Recorder();
  add(recorder);
  const before = listsOf(recorder).map((list) => [...list]);
  const mark = recorder.mark();
  add(recorder);
  expect(listsOf(recorder)).not.toEqual(before);
  recorder.reset(mark);
  expect(listsOf(recorder)).toEqual(before);
});

test("clearing empties every list", () => {
  const recorder = new Recorder();
  add(recorder);
  recorder.clear();
  expect(listsOf(recorder).every(({ length }) => length === 0)).toBe(true);
});
