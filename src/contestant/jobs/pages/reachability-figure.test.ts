import { expect, test } from "vitest";
import { askConfiguration } from "../../../../test/support/ask-configuration.ts";
import { settled } from "../../../../test/support/settled.ts";
import type { ReachabilityPicture } from "../../analysis-core/index.ts";
import { renderReachability } from "./reachability-figure.ts";

/** A counter that runs beside another: the proof covers a node at the loop. */
const PROGRAM = `int main(void) { int x = 0, y = 0, n = __VERIFIER_nondet_int(); assume(n > 0);
  while (x < n) { x++; y++; } check(y == n); return 0; }`;

function reachedBy(configuration: string): ReachabilityPicture {
  let reached: ReachabilityPicture | undefined;
  const answer = settled(3, (seconds) =>
    askConfiguration(configuration, PROGRAM, {
      seconds,
      onTechnique: (report) => {
        reached = report.reached;
      },
    }),
  );
  expect(answer.verdict).toBe("true");
  if (reached === undefined) throw new Error(`${configuration} tells nothing of its graph`);
  return reached;
}

test.each(["predicate-abstraction", "block-memo", "impact", "trace-abstraction"])(
  "%s draws the program with its predicates, and what was reached",
  { timeout: 200_000 },
  (name) => {
    const picture = reachedBy(name);
    const { places, steps, nodes } = picture;
    const loop = places.find(({ kind }) => kind === "loop");
    expect(loop).toMatchObject({
      function: "main",
      predicates: expect.arrayContaining([expect.stringMatching(/[xy]/)]),
    });
    expect(steps).toContainEqual([loop?.id, loop?.id]);
    const ids = new Set(nodes.map(({ id }) => id));
    expect(nodes.filter(({ parent }) => parent === undefined)).toHaveLength(1);
    for (const { place, parent, coveredBy } of nodes) {
      expect(places.map(({ id }) => id)).toContain(place);
      for (const other of [parent, coveredBy])
        if (other !== undefined) expect(ids).toContain(other);
    }
    const drawn = renderReachability(name, picture)
      .map(({ text }) => text)
      .join("");
    expect(drawn.match(/class="box"/g)).toHaveLength(places.length + nodes.length);
    expect(drawn).toContain("loop: main, line ");
    expect(drawn).not.toContain("NaN");
  },
);

test("a graph with a cycle and without a beginning is drawn as well", () => {
  const places = [1, 2].map((id) => ({ id, kind: "place" as const, predicates: ["x < 1"] }));
  const drawn = renderReachability("t", {
    places,
    steps: [
      [1, 2],
      [2, 1],
    ],
    nodes: [],
    omitted: 0,
  });
  expect(
    drawn
      .map(({ text }) => text)
      .join("")
      .match(/class="edge"/g),
  ).toHaveLength(2);
});
