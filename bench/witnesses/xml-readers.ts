/**
 * Time to read a large witness of format 1 by Agon's own reader and by the package `saxes`: the median of some rounds,
 * each after the other, so that both have the same machine.
 *
 * Usage: npx tsx bench/witnesses/xml-readers.ts [--edges=50000] [--rounds=9]
 */
import { GraphmlReader } from "../../src/ground/witness/index.ts";
import { saxesElements } from "../../test/support/saxes-tree.ts";

const option = (name: string, value: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? value);
const edges = option("edges", 50_000);
const rounds = option("rounds", 9);

const text = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <graph edgedefault="directed">
${Array.from({ length: edges }, (_, index) => edgeText(index)).join("")} </graph>
</graphml>
`;

function edgeText(index: number): string {
  return `  <node id="N${index}"/>
  <edge source="N${index}" target="N${index + 1}">
   <data key="startline">${index % 997}</data>
   <data key="control">condition-true</data>
   <data key="assumption">x == (${index}) &amp;&amp; y &lt; 7;</data>
   <data key="assumption.scope">main</data>
  </edge>
`;
}

function ownElements(): number {
  let count = 0;
  const reader = new GraphmlReader("w.graphml", { onElement: () => count++ });
  reader.write(text);
  reader.close();
  return count;
}

const readers = { own: ownElements, saxes: () => saxesElements(text).length };
const times: Record<keyof typeof readers, number[]> = { own: [], saxes: [] };
for (let round = 0; round < rounds; round++) {
  for (const name of ["own", "saxes"] as const) {
    const start = process.cpuUsage();
    const count = readers[name]();
    const { user, system } = process.cpuUsage(start);
    times[name].push((user + system) / 1000);
    if (count !== 2 * edges) throw new Error(`${name} found ${count} elements`);
  }
}
const megabytes = Buffer.byteLength(text) / 1e6;
console.log(`${edges} edges, ${megabytes.toFixed(1)} MB, ${rounds} rounds`);
for (const name of ["own", "saxes"] as const) {
  const median = times[name].sort((a, b) => a - b)[Math.floor(rounds / 2)] as number;
  console.log(
    `${name}: ${median.toFixed(0)} ms of CPU time, ${((1000 * megabytes) / median).toFixed(0)} MB/s`,
  );
}
