import { describe, expect, test } from "vitest";
import { added, firstValues, pathsOf, readValues, removed, type Values } from "../../src/page/fields";
import { readNumber } from "../../src/page/typed";
import { OnceBook, pageLock } from "../../src/page/once";
import { ownUrl, runInPage, type PageDoor } from "../../src/page/request";
import { resolveTheme } from "../../src/page/theme";
import { LABELS } from "../../src/strings";
import type { Field, FieldType } from "../../src/wire/parts";
import { memoryStore } from "../fakes";

const PAGE = "https://docs.acme.dev/guide/plans/";

function door(answer: (init: RequestInit) => Response | Promise<Response>): PageDoor & { asked: { url: string; init: RequestInit }[]; warned: string[] } {
  const asked: { url: string; init: RequestInit }[] = [];
  const warned: string[] = [];
  return {
    asked,
    warned,
    page: () => PAGE,
    after: () => () => undefined,
    warn: (text) => void warned.push(text),
    fetch: (async (url: string, init: RequestInit) => {
      asked.push({ url, init });
      return answer(init);
    }) as unknown as typeof fetch,
  };
}

describe("a request in the page (SPEC D2, D4)", () => {
  const GET = { kind: "fetch", method: "GET", url: "/api/plans/pro" } as const;

  test("goes to the page's origin, as the reader, and follows redirects only there", async () => {
    const own = door(() => new Response('{"a":1}', { headers: { "Content-Type": "application/json" } }));
    const report = await runInPage(GET, own);
    expect(report).toEqual({ status: 200, content_type: "application/json", body: '{"a":1}' });
    expect(own.asked[0]?.url).toBe("https://docs.acme.dev/api/plans/pro");
    expect(own.asked[0]?.init).toMatchObject({
      credentials: "same-origin",
      mode: "same-origin",
      redirect: "follow",
      method: "GET",
    });
    expect(own.asked[0]?.init.body).toBeUndefined();
  });

  test("a POST sends exactly the body and headers that the server made", async () => {
    const own = door(() => new Response("ok"));
    const body = { tool: "t", args: { a: 1 }, context: { question: "q", page: PAGE } };
    await runInPage({ kind: "fetch", method: "POST", url: "/api", headers: { "Idempotency-Key": "off_1" }, body }, own);
    const { init } = own.asked[0] ?? {};
    expect(JSON.parse(String(init?.body))).toEqual(body);
    expect(new Headers(init?.headers).get("idempotency-key")).toBe("off_1");
  });

  test.each([
    "https://evil.example/x",
    "//evil.example/x",
    "/\\evil.example/x",
    "\\\\evil.example",
    "javascript:alert(1)",
    " https://evil.example",
    "http:/x",
    "/\t/evil.example/x",
    "/\n/evil.example/x",
    "\thttps://evil.example",
  ])("%j leaves the site and is not asked", async (url) => {
    const own = door(() => new Response("no"));
    expect(await runInPage({ ...GET, url }, own)).toEqual({ error: "network" });
    expect(own.asked).toEqual([]);
    expect(own.warned).toHaveLength(1);
  });

  test.each([
    ["/a?b=c#d", "https://docs.acme.dev/a?b=c#d"],
    ["api/x", "https://docs.acme.dev/guide/plans/api/x"],
    ["?q=1", "https://docs.acme.dev/guide/plans/?q=1"],
    ["/a:b", "https://docs.acme.dev/a:b"],
  ])("%j is on the site", (url, expected) => {
    expect(ownUrl(url, PAGE)).toBe(expected);
  });

  test("a network fault and the time limit are told apart", async () => {
    const broken = door(() => Promise.reject(new TypeError("failed")));
    expect(await runInPage(GET, broken)).toEqual({ error: "network" });
    let expire: () => void = () => undefined;
    let limit = 0;
    const slow: PageDoor = {
      ...door(
        (init) =>
          new Promise((_, reject) => {
            init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
          }),
      ),
      after: (end, ms) => {
        expire = end;
        limit = ms;
        return () => undefined;
      },
    };
    const report = runInPage(GET, slow);
    expire();
    expect(await report).toEqual({ error: "timeout" });
    expect(limit).toBe(10_000);
  });

  test("a long body is cut, a binary one is not read, a failing status is told as it is", async () => {
    const long = await runInPage(GET, door(() => new Response("x".repeat(300_000))));
    expect(long).toMatchObject({ body: "x".repeat(200_000) });
    const image = door(() => new Response("bytes", { headers: { "Content-Type": "image/png" } }));
    expect(await runInPage(GET, image)).toEqual({ status: 200, content_type: "image/png", body: "" });
    const gone = door(() => new Response("gone", { status: 404, headers: { "Content-Type": "text/plain" } }));
    expect(await runInPage(GET, gone)).toMatchObject({ status: 404, body: "gone" });
  });
});

describe("test_b073 once per call", () => {
  const none = pageLock(undefined);

  test("in one page, after a reload, and in another tab", async () => {
    const shared = memoryStore();
    const page = new OnceBook(shared, "tab1", none);
    expect(await page.claim("c1")).toBe("ours");
    expect(await page.claim("c1")).toBe("taken");
    expect(await new OnceBook(shared, "tab2", none).claim("c1")).toBe("taken");
    expect(await new OnceBook(shared, "tab1", none).claim("c1")).toBe("lost");
    page.settle("c1");
    expect(await new OnceBook(shared, "tab1", none).claim("c1")).toBe("taken");
  });

  test("what failed may be begun again", async () => {
    const page = new OnceBook(memoryStore(), "tab1", none);
    await page.claim("off_1");
    page.release("off_1");
    expect(await page.claim("off_1")).toBe("ours");
  });

  test("broken storage is read as empty", async () => {
    const shared = memoryStore();
    shared.set("docsteward:once", "{[");
    expect(await new OnceBook(shared, "t", none).claim("c")).toBe("ours");
  });
});

function field(type: FieldType, more: Partial<Field> = {}): Field {
  return {
    name: "f", label: "F", type, required: false, value: "", options: [],
    minimum: null, maximum: null, step: null, min_length: null, max_length: null, pattern: null,
    item: null, min_items: null, max_items: null, fields: [], ...more,
  };
}

describe("fields", () => {
  test.each([
    ["2.", "en", 2], ["2.0", "en", 2], ["3.10", "en", 3.1], ["1e3", "en", 1000], ["1,5", "de", 1.5],
    ["1,5", "en", 1.5], ["-", "en", null], ["1,500", "en", null], ["1.500", "de", null], ["1.500", "en", 1.5],
    ["−4", "en", -4], ["1e999", "en", null], ["0x10", "en", null], ["12abc", "en", null], [" 7 ", "en", 7],
  ])("test_b157 %j in %s reads %j", (typed, locale, expected) => {
    expect(readNumber(typed, locale)).toBe(expected);
  });

  test("test_b157 a fault at the field when it is no number", () => {
    expect(readValues([field("number")], { f: "-" }, LABELS, "en")).toEqual({
      args: {},
      faults: { f: LABELS.fieldNumber },
    });
    expect(readValues([field("integer")], { f: "2.5" }, LABELS, "en").faults).toEqual({ f: LABELS.fieldInteger });
    expect(readValues([field("integer")], { f: "2.0" }, LABELS, "en").args).toEqual({ f: 2 });
  });

  test("test_b158 cleared is absent, and required means not blank", () => {
    const fields = [field("text", { name: "name", required: true }), field("integer", { name: "n" })];
    expect(readValues(fields, { name: " ", n: "" }, LABELS, "en")).toEqual({
      args: {},
      faults: { name: LABELS.fieldRequired },
    });
    expect(readValues(fields, { name: "A", n: "" }, LABELS, "en").args).toEqual({ name: "A" });
  });

  test("test_b160 a suggestion outside the list shows as empty and is flagged when needed", () => {
    for (const value of [null, "zzz"]) {
      const select = field("select", { value, options: ["a", "b"], required: true });
      const values = firstValues([select]);
      expect(values).toEqual({ f: "" });
      expect(readValues([select], values, LABELS, "en").faults).toEqual({ f: LABELS.fieldRequired });
    }
  });

  test("test_b161 a choice keeps the type of its option; a box is true or false", () => {
    const select = field("select", { options: [1, 2], value: 2 });
    expect(readValues([select], firstValues([select]), LABELS, "en").args).toEqual({ f: 2 });
    const box = field("checkbox", { value: false });
    expect(readValues([box], firstValues([box]), LABELS, "en").args).toEqual({ f: false });
  });

  const line = field("group", {
    name: "", label: "", required: true,
    fields: [field("text", { name: "sku", required: true, value: null }), field("integer", { name: "n", value: 1 }), field("checkbox", { name: "gift" })],
  });
  const lines = field("list", { name: "lines", required: true, item: line, min_items: 1, max_items: 3, value: [{ sku: "A-1" }, { sku: "B", n: 5 }] });
  const read = (fields: Field[], values: Values): unknown => readValues(fields, values, LABELS, "en");

  test("a list of groups is a row for each, and reads as it stands (N3)", () => {
    const values = firstValues([lines]);
    expect(values).toMatchObject({ lines: "2", "lines/0/sku": "A-1", "lines/0/n": "1", "lines/1/sku": "B", "lines/1/n": "5" });
    expect(read([lines], values)).toEqual({
      args: { lines: [{ sku: "A-1", n: 1, gift: false }, { sku: "B", n: 5, gift: false }] },
      faults: {},
    });
    expect(pathsOf([lines], values)).toEqual([
      "lines", "lines/0", "lines/0/sku", "lines/0/n", "lines/0/gift", "lines/1", "lines/1/sku", "lines/1/n", "lines/1/gift",
    ]);
  });

  test("rows come and go, and what was typed stays with its own (N3)", () => {
    let values = added(firstValues([lines]), "lines", lines);
    expect(values).toMatchObject({ lines: "3", "lines/2/sku": "", "lines/2/n": "1" });
    values = { ...values, "lines/2/sku": "C", "lines/1/n": "x" };
    values = { ...removed(values, "lines", 0), lines: "2" };
    expect(read([lines], values)).toEqual({
      args: { lines: [{ sku: "B", gift: false }, { sku: "C", n: 1, gift: false }] },
      faults: { "lines/0/n": LABELS.fieldInteger },
    });
    expect(removed({ "lines/1/n": "no", lines: "l", "liness/0": "other" }, "lines", 0)).toEqual({ "lines/0/n": "no", lines: "l", "liness/0": "other" });
  });

  test("test_b158 test_b161 blank rows, lists and groups are told apart from absent ones (N3)", () => {
    const tags = field("list", { name: "tags", item: field("text", { name: "" }), value: null });
    const few = { ...tags, required: true, min_items: 2 };
    expect(read([tags], firstValues([tags]))).toEqual({ args: {}, faults: {} });
    expect(firstValues([few])).toEqual({ tags: "2", "tags/0": "", "tags/1": "" });
    expect(read([few], { tags: "1", "tags/0": " " })).toEqual({
      args: { tags: [undefined] },
      faults: { tags: "Add at least 2.", "tags/0": LABELS.fieldRequired },
    });
    expect(read([{ ...tags, required: true }], { tags: "0" })).toEqual({ args: { tags: [] }, faults: {} });
    const who = field("group", { name: "who", value: null, fields: [field("text", { name: "a/b", required: true, value: null })] });
    expect(read([who], firstValues([who]))).toEqual({ args: {}, faults: {} });
    const there = added(firstValues([who]), "who", who);
    expect(read([who], there)).toEqual({ args: { who: {} }, faults: { "who/a~1b": LABELS.fieldRequired } });
    expect(read([who], { ...there, "who/a~1b": "x" })).toEqual({ args: { who: { "a/b": "x" } }, faults: {} });
    expect(read([who], { ...removed(there, "who", null), who: "0" })).toEqual({ args: {}, faults: {} });
    const suggested = { ...who, fields: [field("text", { name: "a", value: "x" })] };
    expect(read([suggested], firstValues([suggested]))).toEqual({ args: { who: { a: "x" } }, faults: {} });
  });

  test("what has no fixed shape is an object in JSON", () => {
    const meta = field("json", { name: "meta", value: { k: [1] } });
    expect(read([meta], firstValues([meta]))).toEqual({ args: { meta: { k: [1] } }, faults: {} });
    expect(read([meta], { meta: "" })).toEqual({ args: {}, faults: {} });
    for (const typed of ["{", "[1]", "7"]) expect(read([meta], { meta: typed })).toEqual({ args: {}, faults: { meta: LABELS.fieldJson } });
  });

  test("a date and time goes out with the reader's offset and comes back the same", () => {
    const when = field("datetime-local");
    const { args } = readValues([when], { f: "2026-03-01T09:30" }, LABELS, "en");
    expect(args["f"]).toMatch(/^2026-03-01T09:30:00[+-]\d\d:\d\d$/);
    expect(firstValues([field("datetime-local", { value: String(args["f"]) })])).toEqual({ f: "2026-03-01T09:30" });
    expect(readValues([when], { f: "soon" }, LABELS, "en").faults).toEqual({ f: LABELS.fieldDate });
  });
});

test.each([
  ["auto", "dark", false, "dark"],
  ["auto", "light", true, "light"],
  ["auto", "light dark", true, "dark"],
  ["auto", "normal", false, "light"],
  ["dark", "light", false, "dark"],
] as const)("theme %s on a page of scheme %j", (theme, scheme, prefers, expected) => {
  expect(resolveTheme(theme, scheme, prefers)).toBe(expected);
});
