import { expect, test } from "vitest";
import { html, safeHref } from "./html.ts";

test("everything but Html is escaped", () => {
  const evil = `<script>"'&\``;
  expect(html`<a title="${evil}">${[evil, 1, undefined, html`<b>`]}</a>`.text).toBe(
    '<a title="&#60;script&#62;&#34;&#39;&#38;&#96;">&#60;script&#62;&#34;&#39;&#38;&#96;1<b></a>',
  );
  expect(html`${"a\u0000b"}`.text).toBe("a\ufffdb");
});

test.each([
  ["logs/a.txt", "logs/a.txt"],
  ["../x?y#z", "../x?y#z"],
  ["javascript:alert(1)", "#"],
  [" \tJavaScript:alert(1)", "#"],
  ["//evil.example", "#"],
  ["a/b:c", "a/b:c"],
])("href %j", (path, href) => {
  expect(safeHref(path)).toBe(href);
});
