import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPart, restoreTurn } from "../../src/state/apply";
import { EMPTY_CHAT, reduce, type ChatState } from "../../src/state/reducer";
import { answerText, isOpen, newTurn, type Turn } from "../../src/state/turn";
import type { Part, StoredTurn } from "../../src/wire/parts";

const read = (parts: readonly object[], turn: Turn = newTurn("m", "How many?")): Turn =>
  parts.reduce<Turn>((one, part) => applyPart(one, part as Part), turn);

const SOURCE = {
  type: "source-url",
  sourceId: "1",
  url: "/plans/#pro",
  title: "Plans › Pro",
  providerMetadata: { docsteward: { number: 1, kind: "section", passage: "The Pro plan" } },
};
const OFFER = {
  type: "data-offer",
  id: "off_1",
  data: { offer: "off_1", tool: "open_pricing", kind: "button", label: "Open pricing", line: "With plan: pro", args: { plan: "pro" }, state: "offered" },
};
const VERDICT = { type: "data-verdict", data: { state: "answered", cause: null, message: "", closest: [] } };
const TEXT = [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "50,000 " },
  { type: "text-delta", id: "t", delta: "[1]." },
  { type: "text-end", id: "t" },
];
const LIVE = [{ type: "start", messageId: "turn_1" }, SOURCE, ...TEXT, OFFER, VERDICT, { type: "finish" }];

describe("a turn from its stream", () => {
  test("text, sources, offers and verdict", () => {
    const turn = read(LIVE);
    expect(turn).toMatchObject({ id: "turn_1", state: "answered", status: null });
    expect(answerText(turn)).toBe("50,000 [1].");
    expect(turn.sources).toEqual([
      { id: "1", number: 1, kind: "section", title: "Plans › Pro", url: "/plans/#pro", passage: "The Pro plan" },
    ]);
    expect(turn.offers[0]).toMatchObject({ offer: "off_1", line: "With plan: pro", link: null, fields: [] });
  });

  test("test_b091 parts of unknown types change nothing", () => {
    const turn = read(LIVE);
    const newer = [{ type: "data-future", data: { x: 1 } }, { type: "reasoning-delta", delta: "x" }, { type: "toString" }];
    expect(read(newer, turn)).toEqual(turn);
  });

  test("test_b097 parts without their text add nothing", () => {
    const turn = read([{ type: "text-start", id: "t" }, { type: "text-delta", id: "t" }, { type: "text-delta", id: "t", delta: "Hi" }]);
    expect(answerText(turn)).toBe("Hi");
  });

  test("test_b098 what comes again replaces by its id", () => {
    const done = { ...OFFER, data: { ...OFFER.data, state: "done", outcome: "Done." } };
    const turn = read([SOURCE, OFFER, done], read(LIVE));
    expect(turn.offers).toHaveLength(1);
    expect(turn.offers[0]?.state).toBe("done");
    expect(turn.sources).toHaveLength(1);
  });

  test("a withdrawn answer takes its text and sources away", () => {
    const data = { state: "withdrawn", cause: "uncited", message: "Not supported.", closest: [{ title: "Plans", url: "/p" }, { title: "x" }] };
    const turn = read([...LIVE.slice(0, 6), { type: "data-verdict", data }]);
    expect(answerText(turn)).toBe("");
    expect(turn).toMatchObject({ state: "withdrawn", sources: [], message: "Not supported." });
    expect(turn.closest).toEqual([{ title: "Plans", url: "/p" }]);
  });

  test("an error keeps what was written and says what broke", () => {
    const interrupted = { type: "data-verdict", data: { state: "interrupted" } };
    const turn = read([...LIVE.slice(0, 5), interrupted, { type: "error", errorText: "It broke." }]);
    expect(turn).toMatchObject({ state: "interrupted", message: "It broke." });
    expect(answerText(turn)).not.toBe("");
  });

  test("any part of any shape leaves a turn that can be shown", () => {
    const types = ["start", "data-status", "text-delta", "source-url", "data-offer", "data-call", "data-verdict", "error"];
    const part = fc.record({
      type: fc.constantFrom(...types),
      data: fc.anything(),
      id: fc.anything(),
      delta: fc.anything(),
      sourceId: fc.anything(),
      providerMetadata: fc.anything(),
      messageId: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(typeof answerText(read(parts))).toBe("string");
      }),
    );
  });
});

describe("a stored turn", () => {
  const stored: StoredTurn = {
    turn: "turn_1",
    question: "How many?",
    state: "answered",
    parts: [{ type: "text", text: "50,000 [1]." }, SOURCE, OFFER, { type: "dynamic-tool", toolName: "x" }, VERDICT] as Part[],
  };

  test("test_b086 test_b061 reads like the stream did", () => {
    const live = read(LIVE);
    const restored = restoreTurn(stored, true);
    const shown = (turn: Turn): object => ({ ...turn, key: "", texts: answerText(turn) });
    expect(shown(restored)).toEqual(shown(live));
  });

  test("test_b084 an offer comes back in the state that the server keeps", () => {
    for (const state of ["offered", "done", "failed", "expired", "unknown", "reserved"]) {
      const part = { ...OFFER, data: { ...OFFER.data, state } } as Part;
      expect(restoreTurn({ ...stored, parts: [part] }, true).offers[0]?.state).toBe(state);
    }
  });

  test("test_b073 a stored turn runs nothing, a running one is read from its stream", () => {
    const call = { type: "data-call", data: { call: "c", request: { kind: "fetch", url: "/x" } } } as Part;
    expect(restoreTurn({ ...stored, parts: [call] }, true).calls).toEqual([]);
    const running = restoreTurn({ ...stored, state: "waiting" }, true);
    expect(running).toMatchObject({ id: "turn_1", state: "running", texts: [] });
    expect(isOpen(running)).toBe(true);
  });
});

describe("the chat", () => {
  const ask = (state: ChatState, key: string): ChatState => reduce(state, { type: "ask", key, question: key });

  test("test_b156 only the newest fifty turns are kept", () => {
    let state = EMPTY_CHAT;
    for (let at = 0; at < 120; at += 1) state = ask(state, `m${at}`);
    expect(state.turns).toHaveLength(50);
    expect(state.turns.at(-1)?.key).toBe("m119");
  });

  test("test_b098 restoring puts former turns before what was asked meanwhile", () => {
    const state = reduce(ask(EMPTY_CHAT, "new"), {
      type: "restore",
      conversation: { id: "c", turns: [{ turn: "turn_1", question: "old", state: "answered", parts: [] }] },
      seen: new Set(["turn_1"]),
    });
    expect(state.turns.map((turn) => turn.question)).toEqual(["old", "new"]);
    expect(state.turns[0]?.live).toBe(true);
  });

  test("again starts the same question from nothing, under the same name", () => {
    let state = ask(EMPTY_CHAT, "m");
    for (const part of LIVE.slice(0, 5)) state = reduce(state, { type: "part", key: "m", part: part as Part });
    state = reduce(state, { type: "problem", key: "m", problem: { code: "network", message: "x" } });
    expect(state.turns.some(isOpen)).toBe(false);
    state = reduce(state, { type: "again", key: "m" });
    expect(state.turns[0]).toMatchObject({ key: "m", id: "turn_1", texts: [], problem: null });
  });

  test("test_b083 a stopped turn is closed, and stays so", () => {
    const state = reduce(ask(EMPTY_CHAT, "m"), { type: "stopped", key: "m" });
    expect(state.turns[0]?.state).toBe("stopped");
    expect(state.turns.some(isOpen)).toBe(false);
  });
});
