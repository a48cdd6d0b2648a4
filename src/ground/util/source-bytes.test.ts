import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeSource, encodeSource, escapedByte } from "./source-bytes.ts";

test("any bytes survive decoding and encoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect([...encodeSource(decodeSource(bytes))]).toEqual([...bytes]);
    }),
  );
});

test("UTF-8 is decoded, also beside bytes of other encodings", () => {
  expect(decodeSource(Buffer.from("ä😀"))).toBe("ä😀");
  const mixed = decodeSource(Buffer.concat([Buffer.from("ä"), Buffer.from([0xe4, 0x22])]));
  expect(mixed).toBe('ä\udce4"');
  expect(escapedByte(mixed.charCodeAt(1))).toBe(0xe4);
  expect(escapedByte("ä".charCodeAt(0))).toBeUndefined();
});
