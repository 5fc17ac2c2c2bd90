import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { App } from "../../src/app";
import { DocstewardWidget } from "../../src/components/widget";
import { errorReply, FakeServer, fakeEnv, jsonReply, SESSION, settle, streamReply, type FakeEnv } from "../fakes";

if (!customElements.get("docsteward-widget")) customElements.define("docsteward-widget", DocstewardWidget);

const START = { type: "start", messageId: "turn_1" };
const card = (state: string, more: object = {}): object => ({
  type: "data-call",
  id: "call_1",
  data: {
    call: "call_1",
    tool: "order",
    title: "Order",
    args: { plan: "pro" },
    approval: {
      ask: "Order <b>this</b> plan?",
      icon: "",
      context: ["It costs money."],
      rows: [{ name: "Plan", value: "<i>pro</i>" }],
    },
    state,
    ...more,
  },
});
const status = { type: "data-status", data: { phase: "tool", title: "Order" }, transient: true };
const POST = { kind: "fetch", method: "POST", url: "/orders", headers: {}, body: {}, seconds: 10 };

let app: App;
let env: FakeEnv;
let host: DocstewardWidget;
let server: FakeServer;
let more: (part: object | null) => void;

beforeEach(() => {
  server = new FakeServer();
  env = fakeEnv();
  app = new App({ ...env, fetch: server.fetch }, "https://ask.acme.dev", "demo");
  app.memory.save(SESSION);
  host = document.createElement("docsteward-widget") as DocstewardWidget;
  host.app = app;
  document.body.append(host);
});

afterEach(() => {
  host.remove();
  app.dispose();
  document.body.replaceChildren();
});

const all = <E extends HTMLElement = HTMLElement>(selector: string): E[] => [
  ...(host.shadowRoot?.querySelectorAll<E>(selector) ?? []),
];
const one = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = all<E>(selector)[0];
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};
const words = (element: Element): string => (element.textContent ?? "").replace(/\s+/g, " ").trim();
const button = (text: string): HTMLButtonElement => {
  const found = all<HTMLButtonElement>(".approval button").find((each) => words(each).startsWith(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};

async function shown(): Promise<void> {
  await settle();
  await host.updateComplete;
  await host.updateComplete;
}

/** A stream that stays open, as a turn that waits has it. */
async function waiting(...parts: object[]): Promise<void> {
  const encoder = new TextEncoder();
  let id = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = (part) => {
        if (part === null) return controller.close();
        controller.enqueue(encoder.encode(`id: ${(id += 1)}\ndata: ${JSON.stringify(part)}\n\n`));
      };
    },
  });
  server.on("/chat", () => new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
  host.open();
  app.chat.ask("Order it");
  await settle();
  for (const part of parts) more(part);
  await shown();
}

describe("a call that waits for the reader", () => {
  test("B069: shows the site's words and the real arguments as text, and nothing as running", async () => {
    await waiting(START, status, card("waiting"));
    expect(words(one(".approval h4"))).toBe("Order <b>this</b> plan?");
    expect(words(one(".approval .help"))).toBe("It costs money.");
    expect(words(one(".approval dl"))).toBe("Plan <i>pro</i>");
    expect(all(".approval b, .approval i")).toEqual([]);
    expect(all(".status")).toEqual([]);
    expect(words(one('[role="log"]'))).toBe("Order <b>this</b> plan?");
  });

  test("approving sends the call's id and nothing of its arguments", async () => {
    server.on("/calls/call_1/decision", () => jsonReply({ state: "approved", request: null }));
    await waiting(START, card("waiting"));
    button("Approve").click();
    await shown();
    const sent = server.seen.find((seen) => seen.path.endsWith("/decision"));
    expect(sent?.body).toEqual({ approve: true, reason: "" });
    expect(words(one(".approval .reason"))).toBe("Approved.");
    expect(all(".approval button")).toEqual([]);
    more(card("approved"));
    more({ type: "tool-output-available", toolCallId: "call_1", output: { ok: true, ms: 3 }, dynamic: true });
    await shown();
    expect(words(one(".approval .reason"))).toBe("Done.");
  });

  test("B081: two clicks send one word", async () => {
    server.on("/calls/call_1/decision", () => jsonReply({ state: "approved", request: null }));
    await waiting(START, card("waiting"));
    button("Approve").click();
    button("Approve").click();
    await shown();
    expect(server.paths().filter((path) => path.endsWith("/decision"))).toHaveLength(1);
  });

  test("declining carries the reader's reason", async () => {
    server.on("/calls/call_1/decision", () => jsonReply({ state: "declined", request: null }));
    await waiting(START, card("waiting"));
    button("Decline and say why").click();
    await shown();
    const field = one<HTMLInputElement>(".approval input");
    expect(host.shadowRoot?.activeElement).toBe(field);
    field.value = "too dear";
    field.dispatchEvent(new Event("input"));
    button("Decline").click();
    await shown();
    const sent = server.seen.find((seen) => seen.path.endsWith("/decision"));
    expect(sent?.body).toEqual({ approve: false, reason: "too dear" });
    expect(words(one(".approval .reason"))).toBe("Declined.");
    expect(one('[role="log"]').textContent).toContain("Declined.");
  });

  test("what the page must do is done once, by the tab that approved, and reported", async () => {
    server
      .on("/calls/call_1/decision", () => jsonReply({ state: "approved", request: POST }))
      .on("/orders", () => jsonReply({ order: "B-2" }))
      .on("/calls/call_1", () => jsonReply({ state: "taken" }, 202));
    await waiting(START, card("waiting"));
    button("Approve").click();
    await shown();
    expect(server.paths().filter((path) => path === "POST /orders")).toHaveLength(1);
    const report = server.seen.find((seen) => seen.path === "/calls/call_1");
    expect(report?.body).toMatchObject({ status: 200, body: '{"order":"B-2"}' });
    more(card("approved"));
    await shown();
    expect(server.paths().filter((path) => path === "POST /orders")).toHaveLength(1);
  });

  test("a page's own tool is run by its handler once it is approved", async () => {
    const seen: unknown[] = [];
    app.tools.configure([
      {
        name: "order",
        description: "Orders.",
        confirmation: (input: { plan: string }) => ({ label: `Order ${input.plan} now?` }),
        execute: (input: unknown) => {
          seen.push(input);
          return { output: { order: 1 }, summary: "Ordered" };
        },
      },
    ]);
    const request = { kind: "handler", tool: "order", args: { plan: "pro" }, context: { question: "q", page: "p" }, seconds: 10 };
    server
      .on("/calls/call_1/decision", () => jsonReply({ state: "approved", request }))
      .on("/calls/call_1", () => jsonReply({ state: "taken" }, 202));
    await waiting(START, card("waiting"));
    expect(words(one(".approval h4"))).toBe("Order pro now?");
    expect(seen).toEqual([]);
    button("Approve").click();
    await shown();
    expect(seen).toEqual([{ plan: "pro" }]);
  });

  test("a confirmation that throws leaves the server's question", async () => {
    const confirmation = (): never => {
      throw new Error("broken");
    };
    app.tools.configure([{ name: "order", description: "Orders.", confirmation, execute: () => 1 }]);
    await waiting(START, card("waiting"));
    expect(words(one(".approval h4"))).toBe("Order <b>this</b> plan?");
    expect(env.warnings.join()).toContain("the confirmation of");
  });

  test("another tab was faster: the card says what became of it", async () => {
    server.on("/calls/call_1/decision", () => errorReply(409, "call_closed", { state: "declined" }));
    await waiting(START, card("waiting"));
    button("Approve").click();
    await shown();
    expect(words(one(".approval .reason"))).toBe("Declined.");
  });

  test("a word that could not be sent can be given again", async () => {
    server.on(
      "/calls/call_1/decision",
      () => errorReply(403, "not_allowed"),
      () => jsonReply({ state: "approved", request: null }),
    );
    await waiting(START, card("waiting"));
    button("Approve").click();
    await shown();
    expect(words(one(".approval .reason"))).toBe("said: not_allowed");
    button("Approve").click();
    await shown();
    expect(words(one(".approval .reason"))).toBe("Approved.");
  });

  test.each([
    ["declined", "Declined."],
    ["expired", "Nobody decided in time."],
    ["done", "Done."],
    ["failed", "Approved, but it did not work."],
    ["unknown", "This may have run already. Check before you do it again."],
  ])("B084: a stored card that is %s says so and asks nothing", async (state, said) => {
    const verdict = { type: "data-verdict", data: { state: "answered", cause: null, message: "", closest: [] } };
    app.memory.beginConversation();
    const id = app.memory.conversation ?? "";
    const stored = { id, turns: [{ turn: "turn_1", question: "q", state: "answered", parts: [card(state), { type: "text", text: "So." }, verdict] }] };
    server.on(`/conversations/${id}`, () => jsonReply(stored));
    host.open();
    await app.chat.restore();
    await shown();
    expect(words(one(".approval .reason"))).toBe(said);
    expect(all(".approval button")).toEqual([]);
  });

  test("G7: a new question makes what waits declined, and is asked", async () => {
    await waiting(START, card("waiting"));
    server.on("/chat", () => streamReply([{ type: "start", messageId: "turn_2" }]));
    expect(one("button.send").getAttribute("aria-label")).toBe("Stop");
    expect(app.chat.ask("Something else?")).toBe(true);
    await shown();
    expect(words(one(".approval .reason"))).toBe("Declined.");
    expect(all(".approval button")).toEqual([]);
    expect(server.paths().filter((path) => path === "POST /chat")).toHaveLength(2);
  });

  test("an unreadable card leaves the turn as it was", async () => {
    server.on("/chat", () => streamReply([START, card("elsewhere"), card("waiting", { call: 7 })]));
    host.open();
    app.chat.ask("q");
    await shown();
    expect(all(".approval")).toEqual([]);
  });
});
