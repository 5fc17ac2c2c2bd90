import { describe, expect, test } from "vitest";
import { runHandler, sendable } from "../../src/page/handler";
import { PageTools, type Handler } from "../../src/page/tools";
import type { HandlerRequest, Report } from "../../src/wire/parts";

const REQUEST: HandlerRequest = {
  kind: "handler",
  tool: "cart",
  args: { currency: "EUR" },
  context: { question: "What is in my cart?", page: "https://acme.dev/cart" },
  seconds: 10,
};

interface Bench {
  readonly tools: PageTools;
  readonly warned: [string, unknown][];
  readonly stop: AbortController;
  readonly timers: { expire: () => void; ms: number; off: boolean }[];
  run(): Promise<Report>;
}

function bench(handler?: Handler): Bench {
  const warned: [string, unknown][] = [];
  const warn = (text: string, fault?: unknown): void => void warned.push([text, fault]);
  const tools = new PageTools(warn);
  if (handler) tools.register("cart", handler);
  const timers: Bench["timers"] = [];
  const after = (expire: () => void, ms: number): (() => void) => {
    const timer = { expire, ms, off: false };
    timers.push(timer);
    return () => {
      timer.off = true;
    };
  };
  const stop = new AbortController();
  const run = (): Promise<Report> => runHandler(REQUEST, tools, { after, warn }, stop.signal);
  return { tools, warned, stop, timers, run };
}

const result = (value: unknown): Promise<Report> => bench(() => value).run();
const json = (body: string): Report => ({ ok: true, content_type: "application/json", body });

describe("what a handler gives", () => {
  test.each([
    [{ items: 2 }, '{"items":2}'],
    ["two", '"two"'],
    [null, "null"],
    [false, "false"],
    [[1, 2], "[1,2]"],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [{ output: 1, more: 2 }, '{"output":1,"more":2}'],
    [{}, "{}"],
  ])("%j is its result", async (value, body) => {
    expect(await result(value)).toEqual(json(body));
    expect(await result(Promise.resolve(value))).toEqual(json(body));
  });

  test("the summary is told apart from the output (SPEC I2)", async () => {
    expect(await result({ output: { id: 7 }, summary: "Ticket 7" })).toEqual({ ...json('{"id":7}'), summary: "Ticket 7" });
    expect(await result({ output: 1, summary: 2 })).toEqual(json("1"));
    expect(await result({ summary: "Ticket 7" })).toEqual({ ...json('"Ticket 7"'), summary: "Ticket 7" });
  });

  test.each([[undefined], [{ output: undefined }], [{ output: undefined, summary: "Done" }], [{ summary: "" }]])(
    "test_b071 %j is no result, and never a yes",
    async (value) => {
      expect(await result(value)).toEqual({ error: "no_result" });
    },
  );

  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  test.each([[() => 1], [Symbol("a")], [cycle], [10n], [new Map([["a", 1]])], [new Error("no")], [{ toJSON: () => { throw new TypeError("x"); } }]])(
    "what JSON has no form for is a failure",
    async (value) => {
      expect(await result(value)).toEqual({ error: "threw", body: "what it returned is no JSON" });
    },
  );

  test("what it throws is told to the model in a line, and whole to the console", async () => {
    const fault = new Error("out of stock");
    const at = bench(() => {
      throw fault;
    });
    expect(await at.run()).toEqual({ error: "threw", body: "out of stock" });
    expect(at.warned).toEqual([['Docsteward: the handler of "cart" failed.', fault]]);
    expect(await bench(() => Promise.reject("no")).run()).toEqual({ error: "threw", body: "no" });
    expect(await bench(() => Promise.reject({ odd: 1 })).run()).toEqual({ error: "threw", body: "" });
  });

  test("test_m2 what is cut has no half characters", () => {
    expect(sendable("a\ud83d\ude00b", 2)).toBe("a\ufffd");
    expect(sendable("a\ud83d\ude00b", 3)).toBe("a\ud83d\ude00");
    expect(sendable("\udc00", 9)).toBe("\ufffd");
  });
});

describe("how it runs", () => {
  test("it is given a copy of the arguments, the question, the page and a signal", async () => {
    const seen: unknown[] = [];
    const at = bench((args, context) => {
      seen.push(structuredClone(args), { ...context });
      (args as { currency: string }).currency = "USD";
      return 1;
    });
    await at.run();
    expect(seen[0]).toEqual({ currency: "EUR" });
    expect(seen[1]).toEqual({ ...REQUEST.context, signal: expect.any(AbortSignal) });
    expect(REQUEST.args).toEqual({ currency: "EUR" });
  });

  test("an endless one is given up after its ten seconds, and hears of it", async () => {
    let signal: AbortSignal | undefined;
    const at = bench((_args, context) => {
      signal = context.signal;
      return new Promise(() => undefined);
    });
    const running = at.run();
    expect(at.timers[0]?.ms).toBe(10_000);
    expect(signal?.aborted).toBe(false);
    at.timers[0]?.expire();
    expect(await running).toEqual({ error: "timeout" });
    expect(signal?.aborted).toBe(true);
  });

  test("test_b071 test_b077 one that is broken off says so; what it gives later is nothing", async () => {
    let finish: (value: unknown) => void = () => undefined;
    const at = bench(() => new Promise((resolve) => (finish = resolve)));
    const running = at.run();
    at.stop.abort();
    finish({ items: 2 });
    expect(await running).toEqual({ error: "aborted" });
    expect(at.timers[0]?.off).toBe(true);
    const late = bench(() => 1);
    late.stop.abort();
    expect(await late.run()).toEqual({ error: "aborted" });
  });

  test("a handler that rejects because it was broken off is no fault of the page", async () => {
    const at = bench((_args, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
    const running = at.run();
    at.timers[0]?.expire();
    expect(await running).toEqual({ error: "timeout" });
    await Promise.resolve();
    expect(at.warned).toEqual([]);
  });

  test("without a handler it is said that there is none", async () => {
    expect(await bench().run()).toEqual({ error: "unregistered" });
  });
});

describe("what the page has", () => {
  const tool = { name: "cart", description: "d", execute: () => "own" };

  test("registered wins over configured, the newest first, and can be taken away again (D1)", () => {
    const { tools } = bench();
    tools.configure([tool]);
    const first = tools.register("cart", () => "first");
    const second = tools.register("cart", () => "second");
    const answer = (): unknown => tools.find("cart")?.({}, { ...REQUEST.context, signal: AbortSignal.abort() });
    expect(answer()).toBe("second");
    first();
    first();
    expect(answer()).toBe("second");
    second();
    expect(answer()).toBe("own");
    tools.configure([]);
    expect(tools.find("cart")).toBeUndefined();
  });

  test("what the server needs of a definition is sent, and a copy of it", () => {
    const { tools } = bench();
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const label = (): string => "Create?";
    const asks = { ...tool, inputSchema: schema, confirmation: { icon: "tag", label }, own: 1 };
    tools.configure([asks, { ...tool, name: "b", confirmation: () => ({ label: "x" }) }]);
    schema.type = "array";
    expect(tools.toSend().page_tools).toEqual([
      { name: "cart", description: "d", inputSchema: { type: "object", properties: { a: { type: "string" } } }, confirmation: { icon: "tag", computed: true } },
      { name: "b", description: "d", confirmation: { computed: true } },
    ]);
  });

  test("what cannot be is told once, in one clear line, and the others stand", () => {
    const { tools, warned } = bench();
    const cyclic: Record<string, unknown> = { type: "object" };
    cyclic["properties"] = cyclic;
    const bad = [7, null, { name: "x" }, { ...tool, inputSchema: cyclic }, { ...tool, description: "d".repeat(30_000) }];
    tools.configure([...bad, tool]);
    tools.configure([...bad, tool]);
    tools.configure("tools");
    expect(tools.toSend().page_tools).toHaveLength(1);
    expect(warned.map(([text]) => text)).toEqual([
      "Docsteward: the tool 7 needs a name and an execute function; it is left out.",
      "Docsteward: the tool null needs a name and an execute function; it is left out.",
      'Docsteward: the tool "x" needs a name and an execute function; it is left out.',
      'Docsteward: the tool "cart" is left out: its definition must be at most 20000 characters of JSON.',
      'Docsteward: tools must be a list, not "tools".',
    ]);
    expect(tools.register("", () => 1)()).toBeUndefined();
    expect(tools.register("cart", 7)()).toBeUndefined();
    expect(tools.toSend().handlers).toBeUndefined();
  });
});
