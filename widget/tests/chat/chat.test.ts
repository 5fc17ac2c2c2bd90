import { afterEach, describe, expect, test } from "vitest";
import { App } from "../../src/app";
import { answerText, type Turn } from "../../src/state/turn";
import type { OfferData } from "../../src/wire/parts";
import { deniedStore, errorReply, FakeServer, fakeEnv, jsonReply, SESSION, settle, streamReply, type FakeEnv } from "../fakes";

const START = { type: "start", messageId: "turn_1" };
const VERDICT = { type: "data-verdict", data: { state: "answered", cause: null, message: "", closest: [] } };
const TEXT = [{ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "Hi [1]." }];
const ANSWER = [START, ...TEXT, VERDICT, { type: "finish" }];
const CALL = {
  type: "data-call",
  id: "call_1",
  data: { call: "call_1", tool: "plan_limits", title: "Plan limits", request: { kind: "fetch", method: "GET", url: "/api/plans/pro" }, seconds: 10 },
};

const apps: App[] = [];

function start(server: FakeServer, env: FakeEnv = fakeEnv()): App {
  const app = new App({ ...env, fetch: server.fetch }, "https://ask.acme.dev", "demo");
  if (!app.memory.load()) app.memory.save(SESSION);
  apps.push(app);
  return app;
}

afterEach(() => {
  for (const app of apps.splice(0)) app.dispose();
});

const last = (app: App): Turn => app.hub.state.turns.at(-1) as Turn;

describe("asking", () => {
  test("an answer comes, and the page is told", async () => {
    const app = start(new FakeServer().on("/chat", () => streamReply(ANSWER)));
    const told: unknown[] = [];
    app.hub.on("answer", (detail) => told.push(detail));
    expect(app.chat.ask("  How? ")).toBe(true);
    await settle();
    expect(last(app)).toMatchObject({ question: "How?", state: "answered", id: "turn_1" });
    expect([...app.memory.seen]).toEqual(["turn_1"]);
    expect(told).toEqual([{ turn: "turn_1", question: "How?", state: "answered", text: "Hi [1].", sources: [] }]);
  });

  test("test_b082 while one is under way nothing else is sent", async () => {
    const server = new FakeServer().on("/chat", () => streamReply(ANSWER));
    const app = start(server);
    expect([app.chat.ask("a"), app.chat.ask("a"), app.chat.ask("")]).toEqual([true, false, false]);
    await settle();
    expect(server.paths()).toEqual(["POST /chat"]);
    expect(app.chat.ask("b")).toBe(true);
  });

  test("after a lost connection the same message is sent again (J1)", async () => {
    let up = false;
    const server = new FakeServer().on("/chat", () => (up ? streamReply(ANSWER) : Promise.reject(new TypeError("down"))));
    const app = start(server, fakeEnv({ online: () => false }));
    app.chat.ask("How?");
    await settle();
    expect(last(app).problem).toEqual({ code: "network", message: app.labels.offline });
    up = true;
    app.chat.again(last(app));
    await settle();
    const ids = server.seen.map((one) => (one.body as { messages: { id: string }[] }).messages[0]?.id);
    expect(new Set(ids).size).toBe(1);
    expect(app.hub.state.turns).toHaveLength(1);
    expect(last(app).state).toBe("answered");
  });

  test("an interrupted turn is asked anew, as another message", async () => {
    const cut = { type: "data-verdict", data: { state: "interrupted" } };
    const server = new FakeServer().on("/chat", () => streamReply([START, ...TEXT, cut]), () => streamReply([{ ...START, messageId: "turn_2" }, ...TEXT, VERDICT]));
    const app = start(server);
    app.chat.ask("How?");
    await settle();
    app.chat.again(last(app));
    await settle();
    expect(app.hub.state.turns.map((turn) => turn.state)).toEqual(["interrupted", "answered"]);
    const ids = server.seen.map((one) => (one.body as { messages: { id: string }[] }).messages[0]?.id);
    expect(new Set(ids).size).toBe(2);
  });

  test("test_b089 a session that has ended is told, and the question asked in a new conversation", async () => {
    const server = new FakeServer()
      .on("/chat", () => streamReply(ANSWER), () => errorReply(401, "session_expired"), () => streamReply([{ ...START, messageId: "turn_2" }, ...TEXT, VERDICT]))
      .on("/session", () => jsonReply({ token: "new", expires_at: "2026-12-30T10:00:00Z" }));
    const app = start(server);
    app.chat.ask("first");
    await settle();
    app.chat.ask("second");
    await settle();
    const ids = server.seen.filter((one) => one.path === "/chat").map((one) => (one.body as { id: string }).id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(app.memory.conversation).toBe(ids[2]);
    expect(app.hub.state.notice).toBe(app.labels.expired);
    expect(last(app).state).toBe("answered");
  });

  test("test_b087 a cleared chat asks under another name", async () => {
    const server = new FakeServer().on("/chat", () => streamReply(ANSWER));
    const app = start(server);
    app.chat.ask("a");
    await settle();
    app.chat.clear();
    expect(app.hub.state.turns).toEqual([]);
    app.chat.ask("b");
    await settle();
    const [one, other] = server.seen.map((seen) => (seen.body as { id: string }).id);
    expect(one).not.toBe(other);
  });

  test("test_b129 without storage it works, and says that nothing is kept", async () => {
    const app = start(new FakeServer().on("/chat", () => streamReply(ANSWER)), fakeEnv({ site: deniedStore(), tab: deniedStore() }));
    app.chat.ask("a");
    await settle();
    expect(last(app).state).toBe("answered");
    expect(app.hub.state.notice).toBe(app.labels.notKept);
  });

  test("a refusal by the server is shown in its words, as text; a stream without verdict ends too", async () => {
    const app = start(new FakeServer().on("/chat", () => errorReply(422, "request_invalid"), () => streamReply([START, ...TEXT])));
    app.chat.ask("a");
    await settle();
    expect(last(app).problem).toEqual({ code: "request_invalid", message: "said: request_invalid" });
    app.chat.ask("b");
    await settle();
    expect(last(app).problem?.code).toBe("cut");
  });
});

describe("stopping", () => {
  test("test_b083 stop closes the turn here and there", async () => {
    let send: (bytes: Uint8Array) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (bytes) => controller.enqueue(bytes);
      },
    });
    const server = new FakeServer().on("/chat", () => new Response(body)).on("/turns/turn_1/stop", () => jsonReply({}));
    const app = start(server);
    const told: unknown[] = [];
    app.hub.on("answer", (detail) => told.push(detail));
    app.chat.ask("a");
    await settle();
    app.chat.stop();
    app.chat.stop();
    expect(told).toMatchObject([{ state: "stopped", question: "a" }]);
    expect(last(app).state).toBe("stopped");
    expect(app.chat.busy).toBe(false);
    // Its name comes only now; it must not be left running.
    send(new TextEncoder().encode(`data: ${JSON.stringify(START)}\n\ndata: ${JSON.stringify(TEXT[1])}\n\n`));
    await settle();
    expect(server.paths()).toContain("POST /turns/turn_1/stop");
    expect(answerText(last(app))).toBe("");
  });
});

describe("restoring", () => {
  const stored = (state: string, parts: object[] = [{ type: "text", text: "Hi" }]): Response =>
    jsonReply({ id: "c", turns: [{ turn: "turn_1", question: "old", state, parts }] });

  test("a conversation comes back; nothing is asked without one", async () => {
    const server = new FakeServer().on("/conversations/c_id2", () => stored("answered"));
    const app = start(server);
    await app.chat.restore();
    expect(server.paths()).toEqual([]);
    app.memory.beginConversation();
    await Promise.all([app.chat.restore(), app.chat.restore()]);
    expect(server.paths()).toHaveLength(1);
    expect(last(app)).toMatchObject({ question: "old", state: "answered", live: false });
  });

  test("test_b094 a running turn is followed to its end", async () => {
    const server = new FakeServer().on("/conversations/c_id2", () => stored("running")).on("/turns/turn_1/events", () => streamReply(ANSWER));
    const app = start(server);
    app.memory.beginConversation();
    await app.chat.restore();
    await settle();
    expect(last(app)).toMatchObject({ state: "answered" });
    expect(answerText(last(app))).toBe("Hi [1].");
  });

  test("test_b089 one that is not this reader's is told and left", async () => {
    const app = start(new FakeServer().on("/conversations/c_id2", () => errorReply(404, "not_found")));
    app.memory.beginConversation();
    await app.chat.restore();
    expect(app.memory.conversation).toBeNull();
    expect(app.hub.state.notice).toBe(app.labels.expired);
  });
});

describe("calls", () => {
  const plan = (): Response => jsonReply({ requests_per_day: 50_000 });

  test("a call is carried out and reported, and the stream goes on", async () => {
    const server = new FakeServer().on("/chat", () => streamReply([START, CALL, ...TEXT, VERDICT])).on("/api/plans/pro", plan).on("/calls/call_1", () => jsonReply({ state: "taken" }, 202));
    const app = start(server, fakeEnv());
    app.chat.ask("limits");
    await settle();
    const report = server.seen.find((one) => one.path === "/calls/call_1");
    expect(report?.body).toMatchObject({ status: 200, body: '{"requests_per_day":50000}' });
    expect(last(app).state).toBe("answered");
  });

  test("test_b073 the same call in a replayed stream runs nothing again", async () => {
    const server = new FakeServer()
      .on("/chat", () => streamReply([START, CALL], { cut: true }))
      .on("/turns/turn_1/events", () => streamReply([START, CALL, ...TEXT, VERDICT], { first: 1 }))
      .on("/api/plans/pro", plan)
      .on("/calls/call_1", () => jsonReply({ state: "taken" }, 202));
    const env = fakeEnv();
    const app = start(server, env);
    app.chat.ask("limits");
    await settle();
    // A second page of the same tab: it was reported, so nothing happens.
    const reloaded = start(server, env);
    server.on(`/conversations/${app.memory.conversation}`, () => jsonReply({ id: "c", turns: [{ turn: "turn_1", question: "q", state: "running", parts: [] }] }));
    await reloaded.chat.restore();
    await settle();
    expect(server.paths().filter((path) => path === "GET /api/plans/pro")).toHaveLength(1);
    expect(server.paths().filter((path) => path === "POST /calls/call_1")).toHaveLength(1);
  });

  test("test_b074 a report that cannot be sent is sent again on demand, and nothing runs twice", async () => {
    let up = false;
    const server = new FakeServer()
      .on("/chat", () => new Response(new ReadableStream({ start: (one) => one.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(START)}\n\ndata: ${JSON.stringify(CALL)}\n\n`)) })))
      .on("/api/plans/pro", plan)
      .on("/calls/call_1", () => (up ? jsonReply({ state: "taken" }, 202) : errorReply(500, "internal")));
    const app = start(server);
    app.chat.ask("limits");
    await settle();
    expect(last(app).problem?.code).toBe("report");
    up = true;
    app.chat.again(last(app));
    await settle();
    expect(last(app).problem).toBeNull();
    expect(server.paths().filter((path) => path === "GET /api/plans/pro")).toHaveLength(1);
    expect(server.paths().filter((path) => path === "POST /calls/call_1")).toHaveLength(5);
  });

  test("test_b077 a call that is closed meanwhile is dropped in silence", async () => {
    const server = new FakeServer().on("/chat", () => streamReply([START, CALL, ...TEXT, VERDICT])).on("/api/plans/pro", plan).on("/calls/call_1", () => errorReply(409, "call_closed"));
    const app = start(server);
    app.chat.ask("limits");
    await settle();
    expect(last(app)).toMatchObject({ state: "answered", problem: null });
  });

  test("test_b079 three calls in one tick are each reported", async () => {
    const calls = ["a", "b", "c"].map((id) => ({ ...CALL, id, data: { ...CALL.data, call: id } }));
    const server = new FakeServer().on("/chat", () => streamReply([START, ...calls, VERDICT])).on("/api/plans/pro", plan);
    for (const id of ["a", "b", "c"]) server.on(`/calls/${id}`, () => jsonReply({}, 202));
    start(server).chat.ask("limits");
    await settle();
    expect(server.paths().filter((path) => path.startsWith("POST /calls/")).sort()).toEqual(["POST /calls/a", "POST /calls/b", "POST /calls/c"]);
  });
});

describe("tools of the page", () => {
  const ASKED = {
    type: "data-call",
    id: "call_1",
    data: {
      call: "call_1",
      tool: "cart",
      title: "Cart",
      request: { kind: "handler", tool: "cart", args: {}, context: { question: "?", page: "p" }, seconds: 10 },
      seconds: 10,
    },
  };
  const taken = (): Response => jsonReply({ state: "taken" }, 202);
  const bodyOf = (server: FakeServer, path: string): unknown => server.seen.find((one) => one.path === path)?.body;

  test("they go with the question, run once, and their summary is shown (SPEC I2)", async () => {
    const called = { type: "tool-input-available", toolCallId: "call_1", toolName: "cart", title: "Cart", input: {}, dynamic: true };
    const back = { type: "tool-output-available", toolCallId: "call_1", output: { ok: true, ms: 1, summary: "2 items" }, dynamic: true };
    const server = new FakeServer().on("/chat", () => streamReply([START, called, ASKED, ASKED, back, ...TEXT, VERDICT])).on("/calls/call_1", taken);
    const app = start(server);
    let runs = 0;
    const execute = (): unknown => ({ output: (runs += 1), summary: "2 items" });
    app.tools.configure([{ name: "cart", description: "d", execute }]);
    app.tools.register("plan_limits", () => 1);
    app.chat.ask("How?");
    await settle();
    expect(bodyOf(server, "/chat")).toMatchObject({ page_tools: [{ name: "cart", description: "d" }], handlers: ["plan_limits"] });
    expect(runs).toBe(1);
    expect(bodyOf(server, "/calls/call_1")).toEqual({ ok: true, content_type: "application/json", body: "1", summary: "2 items" });
    expect(last(app).told).toEqual([{ call: "call_1", title: "Cart", summary: "2 items" }]);
  });

  test("test_b086 a restored conversation shows the same summary", async () => {
    const part = { type: "dynamic-tool", toolCallId: "call_1", toolName: "cart", title: "Cart", state: "output-available", input: {}, output: { ok: true, ms: 1, summary: "2 items" } };
    const stored = { id: "c", turns: [{ turn: "turn_1", question: "How?", state: "answered", parts: [part] }] };
    const app = start(new FakeServer().on("/conversations/c_1", () => jsonReply(stored)));
    app.memory.site.set("docsteward:demo:conversation", "c_1");
    await app.chat.restore();
    expect(last(app).told).toEqual([{ call: "call_1", title: "Cart", summary: "2 items" }]);
  });

  test("test_b073 another tab runs nothing: not what is taken, nor what it has no handler for", async () => {
    const env = fakeEnv();
    const server = (): FakeServer =>
      new FakeServer()
        .on("/conversations/c_1", () => jsonReply({ id: "c_1", turns: [{ turn: "turn_1", question: "How?", state: "waiting", parts: [] }] }))
        .on("/turns/turn_1/events", () => streamReply([START, ASKED, ...TEXT, VERDICT]))
        .on("/calls/call_1", taken);
    env.site.set("docsteward:demo:conversation", "c_1");
    const bare = server();
    await start(bare, env).chat.restore();
    await settle();
    expect(bare.paths()).not.toContain("POST /calls/call_1");
    const [first, second] = [server(), server()];
    let runs = 0;
    for (const one of [first, second]) {
      const app = start(one, { ...env, tab: fakeEnv().tab });
      app.tools.register("cart", () => (runs += 1));
      await app.chat.restore();
      await settle();
    }
    expect(runs).toBe(1);
    expect(first.paths()).toContain("POST /calls/call_1");
    expect(second.paths()).not.toContain("POST /calls/call_1");
  });

  test("test_b073 a reload in the middle of one says that it was broken off, and does not run it again", async () => {
    const env = fakeEnv();
    const server = new FakeServer().on("/chat", () => streamReply([START, ASKED, ...TEXT, VERDICT])).on("/calls/call_1", taken);
    env.site.set("docsteward:once", JSON.stringify([{ id: "call_1", tab: "tab" }]));
    env.tab.set("docsteward:demo:tab", "tab");
    const app = start(server, env);
    let runs = 0;
    app.tools.register("cart", () => (runs += 1));
    app.chat.ask("How?");
    await settle();
    expect(runs).toBe(0);
    expect(bodyOf(server, "/calls/call_1")).toEqual({ error: "aborted" });
  });

  test("stop tells the handler, and nobody is told of its result", async () => {
    const open = new ReadableStream<Uint8Array>({
      start(controller) {
        const lines = [START, ASKED].map((part, at) => `id: ${at + 1}\ndata: ${JSON.stringify(part)}\n\n`);
        controller.enqueue(new TextEncoder().encode(lines.join("")));
      },
    });
    const server = new FakeServer()
      .on("/chat", () => new Response(open, { headers: { "Content-Type": "text/event-stream" } }))
      .on("/turns/turn_1/stop", () => jsonReply({ state: "stopped" }))
      .on("/calls/call_1", taken);
    const app = start(server);
    let signal: AbortSignal | undefined;
    app.tools.register("cart", (_args: unknown, context: { signal: AbortSignal }) => {
      signal = context.signal;
      return new Promise(() => undefined);
    });
    app.chat.ask("How?");
    await settle();
    expect(signal?.aborted).toBe(false);
    app.chat.stop();
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(server.paths()).toEqual(["POST /chat", "POST /turns/turn_1/stop"]);
  });

  test("test_b071 unload breaks a handler off, and the server hears that it was not done", async () => {
    const server = new FakeServer().on("/chat", () => streamReply([START, ASKED], { cut: true })).on("/calls/call_1", taken);
    server.on("/turns/turn_1/events", () => new Promise<Response>(() => undefined));
    const app = start(server);
    app.tools.register("cart", () => new Promise(() => undefined));
    app.chat.ask("How?");
    await settle();
    app.dispose();
    await settle();
    expect(bodyOf(server, "/calls/call_1")).toEqual({ error: "aborted" });
  });

  test("what the server left out is told on the console, once each", async () => {
    const notes = [{ tool: "cart", message: "left out: description: the tool has no description" }, { tool: "", message: "send `page` too" }, 7];
    const told = { type: "data-page-tools", data: { notes }, transient: true };
    const env = fakeEnv();
    const app = start(new FakeServer().on("/chat", () => streamReply([START, told, ...TEXT, VERDICT]), () => streamReply([{ ...START, messageId: "turn_2" }, told, VERDICT])), env);
    app.chat.ask("How?");
    await settle();
    app.chat.ask("How?");
    await settle();
    expect(env.warnings).toEqual([
      'Docsteward: the tool "cart": left out: description: the tool has no description',
      "Docsteward: the page's tools: send `page` too",
    ]);
  });

  test("a handler stands in for an action's own run at the press (D1)", async () => {
    const request = { ...ASKED.data.request, tool: "open_pricing" };
    const data = { offer: "off_1", tool: "open_pricing", kind: "button", title: "Open", label: "Open", args: {}, line: "", fields: [], link: null, state: "offered" };
    const server = new FakeServer()
      .on("/chat", () => streamReply([START, ...TEXT, { type: "data-offer", id: "off_1", data }, VERDICT]))
      .on("/offers/off_1/press", () => jsonReply({ state: "reserved", request }))
      .on("/offers/off_1/outcome", () => jsonReply({ state: "done", outcome: "Opened." }));
    const app = start(server);
    app.tools.register("open_pricing", () => ({ message: "Opened." }));
    app.chat.ask("How?");
    await settle();
    await app.offers.press(last(app).offers[0] as OfferData);
    expect(bodyOf(server, "/offers/off_1/press")).toEqual({ args: {}, handlers: ["open_pricing"] });
    expect(bodyOf(server, "/offers/off_1/outcome")).toMatchObject({ ok: true, body: '{"message":"Opened."}' });
    expect(last(app).offers[0]?.outcome).toBe("Opened.");
  });
});

describe("offers", () => {
  const offerPart = (more: object = {}): object => ({
    type: "data-offer",
    id: "off_1",
    data: { offer: "off_1", tool: "raise", kind: "button", title: "Raise", label: "Raise", args: { plan: "pro" }, line: "With plan: pro", fields: [], link: null, state: "offered", outcome: null, ...more },
  });

  async function offered(server: FakeServer, more: object = {}, env = fakeEnv()): Promise<{ app: App; offer: () => OfferData; env: FakeEnv }> {
    server.on("/chat", () => streamReply([START, ...TEXT, offerPart(more), VERDICT]));
    const app = start(server, env);
    app.chat.ask("a");
    await settle();
    return { app, env, offer: () => last(app).offers[0] as OfferData };
  }

  const EMAIL = { name: "email", label: "Mail", type: "email", required: true, value: "" };

  test("test_b081 two presses at once are one", async () => {
    const server = new FakeServer().on("/offers/off_1/press", () => jsonReply({ state: "done", outcome: "Raised." }));
    const { app, offer } = await offered(server);
    const outcomes: unknown[] = [];
    app.hub.on("outcome", (detail) => outcomes.push(detail));
    const one = offer();
    await Promise.all([app.offers.press(one), app.offers.press(one)]);
    expect(server.paths().filter((path) => path.endsWith("/press"))).toHaveLength(1);
    expect(offer()).toMatchObject({ state: "done", outcome: "Raised." });
    expect(outcomes).toEqual([{ offer: "off_1", tool: "raise", state: "done", outcome: "Raised." }]);
  });

  test("test_b081 the press of another tab shows its outcome here", async () => {
    const server = new FakeServer().on("/offers/off_1/press", () => errorReply(409, "offer_closed", { state: "done", outcome: "Raised." }));
    const { app, offer } = await offered(server);
    await app.offers.press(offer());
    expect(offer()).toMatchObject({ state: "done", outcome: "Raised." });
  });

  test.each([
    [{ state: "expired" }, "expired"],
    [{ state: "reserved" }, "unknown"],
    [{ state: "unknown", outcome: "It may have run." }, "unknown"],
  ])("a closed offer %j reads %s (SPEC F3)", async (details, state) => {
    const { app, offer } = await offered(new FakeServer().on("/offers/off_1/press", () => errorReply(409, "offer_closed", details)));
    await app.offers.press(offer());
    expect(offer().state).toBe(state);
  });

  test("a failure brings the button back with the reason, and it may be pressed again (SPEC F4)", async () => {
    const server = new FakeServer().on("/offers/off_1/press", () => jsonReply({ state: "failed", outcome: "Busy." }), () => jsonReply({ state: "done", outcome: "" }));
    const { app, offer } = await offered(server);
    await app.offers.press(offer());
    expect(offer()).toMatchObject({ state: "failed", outcome: "Busy." });
    expect(app.offers.desk(offer())).toMatchObject({ busy: false, reason: "Busy." });
    await app.offers.press(offer());
    expect(offer()).toMatchObject({ state: "done", outcome: "Done." });
  });

  test("a lost reply is asked for again; an unreachable server is told", async () => {
    const server = new FakeServer();
    const { app, offer } = await offered(server, {}, fakeEnv({ online: () => false }));
    await app.offers.press(offer());
    expect(server.paths().filter((path) => path.endsWith("/press"))).toHaveLength(4);
    expect(app.offers.desk(offer()).reason).toContain(app.labels.offline);
    expect(offer().state).toBe("offered");
  });

  test("a reserved fetch is made once, with its key, and its outcome is the server's (SPEC D2)", async () => {
    const request = { kind: "fetch", method: "POST", url: "/api/support", headers: { "Idempotency-Key": "off_1" }, body: { tool: "raise" } };
    const server = new FakeServer()
      .on("/offers/off_1/press", () => jsonReply({ state: "reserved", request }))
      .on("/api/support", () => jsonReply({ message: "Thanks." }))
      .on("/offers/off_1/outcome", () => errorReply(500, "internal"), () => jsonReply({ state: "done", outcome: "Thanks." }));
    const { app, offer } = await offered(server);
    await app.offers.press(offer());
    const made = server.seen.filter((one) => one.path === "/api/support");
    expect(made).toHaveLength(1);
    expect(made[0]?.headers.get("idempotency-key")).toBe("off_1");
    expect(offer()).toMatchObject({ state: "done", outcome: "Thanks." });
  });

  test("an event is dispatched on the page with its detail (SPEC D3)", async () => {
    const detail = { tool: "raise", args: {}, context: { question: "a" } };
    const server = new FakeServer()
      .on("/offers/off_1/press", () => jsonReply({ state: "reserved", request: { kind: "event", name: "acme:open", detail } }))
      .on("/offers/off_1/outcome", () => jsonReply({ state: "done", outcome: "Done." }));
    const { app, offer, env } = await offered(server);
    await app.offers.press(offer());
    expect(env.events).toEqual([{ name: "acme:open", detail }]);
    expect(server.seen.at(-1)?.body).toEqual({ ok: true });
  });

  test("test_b071 an outcome that cannot be reported reads as maybe run, never as done", async () => {
    const request = { kind: "event", name: "x", detail: null };
    const server = new FakeServer().on("/offers/off_1/press", () => jsonReply({ state: "reserved", request })).on("/offers/off_1/outcome", () => errorReply(500, "internal"));
    const { app, offer } = await offered(server);
    await app.offers.press(offer());
    expect(offer()).toMatchObject({ state: "unknown", outcome: app.labels.mayHaveRun });
  });

  test("test_b139 test_b158 faults stand at their fields, values stay as typed", async () => {
    const server = new FakeServer().on("/offers/off_1/press", () => errorReply(422, "arguments_invalid", { faults: [{ field: "email", message: "No address." }, { field: "ghost", message: "x" }] }));
    const { app, offer } = await offered(server, { kind: "form", fields: [EMAIL, { name: "n", label: "N", type: "number" }] });
    app.offers.openForm(offer());
    expect(await app.offers.submit(offer())).toBe(false);
    expect(app.offers.desk(offer()).faults).toEqual({ email: app.labels.fieldRequired });
    expect(server.paths()).not.toContain("POST /offers/off_1/press");
    app.offers.type(offer(), "email", "me");
    app.offers.type(offer(), "n", "2.");
    await app.offers.submit(offer());
    expect(server.seen.at(-1)?.body).toEqual({ args: { email: "me", n: 2 } });
    expect(app.offers.desk(offer())).toMatchObject({ faults: { email: "No address." }, values: { email: "me", n: "2." }, busy: false });
    app.offers.type(offer(), "email", "me@x.org");
    expect(app.offers.desk(offer()).faults).toEqual({});
  });

  test("a link is followed by the browser and reported; after a page load too (SPEC F3)", async () => {
    const env = fakeEnv();
    const link = { url: "/pricing", new_tab: false };
    const gone = new FakeServer().on("/offers/off_1/press", () => new Promise<Response>(() => undefined));
    const { app, offer } = await offered(gone, { link }, env);
    void app.offers.follow(offer());
    await settle();
    const server = new FakeServer().on("/offers/off_1/outcome", () => jsonReply({ state: "done", outcome: "Done." }));
    const next = start(server, env);
    await next.offers.reportFollowed();
    await next.offers.reportFollowed();
    expect(server.seen.map((one) => one.body)).toEqual([{ ok: true }]);
  });
});
