import { expect, test } from "vitest";
import { formatTableDefinition, parseTableDefinition } from "./table-definition.ts";

test("reading returns the written definition", () => {
  const text = `<table>
  <column title="status" relevantForDiff="true"/>
  <column title="mem &amp; &quot;more&quot;" displayTitle="a&#10;b" numberOfDigits="3" sourceUnit="B" displayUnit="MB" scaleFactor="0.000001"/>
  <column title="log" href="https://example.org/\${taskdef_name}?a=1&amp;b=2"/>
  <column title="depth">Depth &lt;max&gt;: </column>
  <result filename="a.*.xml.bz2" id="first"/>
  <result filename="b.xml"><column title="cputime"/></result>
  <union title="c &lt; d"><column title="walltime"/><result filename="c.xml"/><result filename="d.xml" id="x"/></union>
</table>`;
  const definition = parseTableDefinition(text, "table.xml");
  const written = formatTableDefinition(definition);
  expect(parseTableDefinition(written, "table.xml")).toEqual(definition);
  expect(definition.results).toHaveLength(3);
  expect(formatTableDefinition(parseTableDefinition(written, "table.xml"))).toBe(written);
});
