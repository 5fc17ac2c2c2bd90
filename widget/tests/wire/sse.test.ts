import fc from "fast-check";
import { expect, test } from "vitest";
import { PartReader, type StreamItem } from "../../src/wire/sse";

const STREAM = [
  ": heartbeat",
  "",
  "id: 1",
  'data: {"type":"start","messageId":"turn_1"}',
  "",
  "id: 2",
  'data: {"type":"text-delta","id":"t","delta":"Grüße 設定 🎉"}',
  "",
  "data: not json",
  "",
  'data: {"no":"type"}',
  "",
  "data: [DONE]",
  "",
  "",
].join("\n");

const WHOLE: StreamItem[] = [
  { kind: "part", id: "1", part: { type: "start", messageId: "turn_1" } },
  { kind: "part", id: "2", part: { type: "text-delta", id: "t", delta: "Grüße 設定 🎉" } },
  { kind: "done" },
];

test("the stream may be cut at any byte, also inside a character", () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = new PartReader();
    const items = [...reader.push(bytes.slice(0, cut)), ...reader.push(bytes.slice(cut))];
    expect(items).toEqual(WHOLE);
  }
});

test("many cuts, and every kind of line end, read the same", () => {
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });
  fc.assert(
    fc.property(cuts, fc.constantFrom("\n", "\r\n"), (places, end) => {
      const bytes = new TextEncoder().encode(STREAM.replaceAll("\n", end));
      const edges = [0, ...places.map((at) => at % bytes.length).sort((a, b) => a - b), bytes.length];
      const reader = new PartReader();
      const items = edges.slice(1).flatMap((edge, at) => reader.push(bytes.slice(edges[at], edge)));
      expect(items).toEqual(WHOLE);
    }),
    { numRuns: 200 },
  );
});
