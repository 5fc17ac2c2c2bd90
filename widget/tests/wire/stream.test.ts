import { describe, expect, test } from "vitest";
import { ServerError } from "../../src/wire/errors";
import type { Part } from "../../src/wire/parts";
import { followTurn } from "../../src/wire/stream";
import { settle, streamReply } from "../fakes";

const START = { type: "start", messageId: "turn_1" };
const delta = (text: string): object => ({ type: "text-delta", id: "t", delta: text });

function follow(
  answers: (() => Response | Error)[],
  options: { turn?: string; signal?: AbortSignal; watch?: (expire: () => void) => () => void } = {},
): { run: Promise<void>; texts: string[]; opened: string[]; waits: number[] } {
  const texts: string[] = [];
  const opened: string[] = [];
  const waits: number[] = [];
  const next = async (name: string): Promise<Response> => {
    opened.push(name);
    const answer = answers.shift()?.() ?? new TypeError("nobody");
    if (answer instanceof Error) throw answer;
    return Promise.resolve(answer);
  };
  const run = followTurn({
    source: { start: () => next("start"), resume: (turn, after) => next(`${turn}@${after}`) },
    turn: options.turn ?? null,
    onPart: (part: Part) => texts.push(String(part["delta"] ?? part.type)),
    onReconnect: () => undefined,
    signal: options.signal ?? new AbortController().signal,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    watch: options.watch ?? (() => () => undefined),
  });
  return { run, texts, opened, waits };
}

describe("a stream that is cut", () => {
  test("test_b094 goes on after the last event that was seen", async () => {
    const { run, texts, opened } = follow([
      () => streamReply([START, delta("a")], { cut: true }),
      () => streamReply([delta("b")], { first: 3, cut: true }),
      () => streamReply([delta("c")], { first: 4 }),
    ]);
    await run;
    expect(texts).toEqual(["start", "a", "b", "c"]);
    expect(opened).toEqual(["start", "turn_1@2", "turn_1@3"]);
  });

  test("what a server sends twice is taken once", async () => {
    const { run, texts } = follow([
      () => streamReply([START, delta("a")], { cut: true }),
      () => streamReply([START, delta("a"), delta("b")]),
    ]);
    await run;
    expect(texts).toEqual(["start", "a", "b"]);
  });

  test("before it has a name, the same question is sent again", async () => {
    const { run, opened } = follow([() => new TypeError("cut"), () => streamReply([START])]);
    await run;
    expect(opened).toEqual(["start", "start"]);
  });

  test("a turn that is known by name is followed from its start", async () => {
    const { run, opened } = follow([() => streamReply([START])], { turn: "turn_9" });
    await run;
    expect(opened).toEqual(["turn_9@null"]);
  });
});

describe("giving up", () => {
  test("waits grow, and six openings without a word are enough", async () => {
    const { run, opened, waits } = follow([() => streamReply([START], { cut: true })]);
    await expect(run).rejects.toMatchObject({ trouble: "unreachable" });
    expect(waits).toEqual([400, 1_000, 2_000, 4_000, 8_000, 15_000]);
    expect(opened).toHaveLength(7);
  });

  test("what the server refuses is not asked again", async () => {
    const { run, opened } = follow([() => new ServerError(404, "not_found", "", {})]);
    await expect(run).rejects.toMatchObject({ code: "not_found" });
    expect(opened).toHaveLength(1);
  });

  test("a fault of the server is", async () => {
    const { run } = follow([() => new ServerError(503, "internal", "", {}), () => streamReply([START])]);
    await run;
  });

  test("the reader's stop ends it at once", async () => {
    const stop = new AbortController();
    const { run, opened } = follow(
      [
        () => {
          stop.abort();
          return new TypeError("cut");
        },
      ],
      { signal: stop.signal },
    );
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(opened).toHaveLength(1);
  });

  test("test_b093 a silent line is cut and opened again", async () => {
    const silent = new Response(new ReadableStream({ start: () => undefined }));
    let expire: () => void = () => undefined;
    const { run, texts } = follow([() => silent, () => streamReply([START])], {
      watch: (end) => {
        expire = end;
        return () => undefined;
      },
    });
    await settle();
    expect(texts).toEqual([]);
    expire();
    await run;
    expect(texts).toEqual(["start"]);
  });

  test("test_b093 a heartbeat is a sign of life and nothing else", async () => {
    let watches = 0;
    const beats = new TextEncoder().encode(": beat\n\n: beat\n\n");
    const body = new Blob([beats]).stream();
    const { run, texts } = follow([() => new Response(body), () => streamReply([START])], {
      watch: () => {
        watches += 1;
        return () => undefined;
      },
    });
    await run;
    expect(texts).toEqual(["start"]);
    expect(watches).toBeGreaterThanOrEqual(4);
  });
});
