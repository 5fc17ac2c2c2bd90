// A server that speaks docs/wire.md with canned turns, for development and for tests.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stepsFor } from "./turns.mjs";

const BUNDLE = new URL("../../src/docsteward/web/static/widget.js", import.meta.url);

/** Starts it; `{url, mock, close}` tells where it is and what it was asked. */
export async function startMock({ port = 0, delay = 0, sessionSeconds = 3600 } = {}) {
  const mock = new Mock(delay, sessionSeconds);
  const server = createServer((request, response) => void mock.serve(request, response));
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address.port}`,
    mock,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

class Mock {
  constructor(delay, sessionSeconds) {
    this.delay = delay;
    this.sessionSeconds = sessionSeconds;
    this.log = [];
    this.sessions = new Set();
    this.conversations = new Map();
    this.turns = new Map();
    this.byMessage = new Map();
    this.offers = new Map();
    this.calls = new Map();
    this.waits = new Map();
    this.failNext = [];
    this.count = 0;
  }

  id(kind) {
    this.count += 1;
    return `${kind}_${String(this.count).padStart(4, "0")}`;
  }

  async serve(request, response) {
    const url = new URL(request.url ?? "/", "http://mock.invalid");
    const body = await readBody(request);
    this.log.push({ method: request.method, path: url.pathname, headers: request.headers, body });
    response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
    response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, last-event-id");
    response.setHeader("Access-Control-Allow-Methods", "GET, POST");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const failing = this.failNext.findIndex(({ path }) => url.pathname.includes(path));
    if (failing >= 0) {
      const [{ status }] = this.failNext.splice(failing, 1);
      if (status === 0) return void request.socket.destroy();
      return refuse(response, status, "internal", "A fault of ours.");
    }
    if (url.pathname.startsWith("/api/v1/")) return this.api(request, response, url.pathname.slice(8), body);
    return this.page(request, response, url, body);
  }

  api(request, response, path, body) {
    if (path === "session") return this.session(response, body);
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    if (!this.sessions.has(token)) return refuse(response, 401, "session_expired", "Open a new session.");
    const [room, id, verb] = path.split("/");
    if (path === "chat") return this.chat(response, token, body);
    if (room === "turns" && verb === "events") return this.tail(request, response, this.turns.get(id));
    if (room === "turns" && verb === "stop") return this.stop(response, this.turns.get(id));
    if (room === "calls") return this.report(response, id, body);
    if (room === "offers") return this.offer(response, id, verb, body);
    if (room === "conversations") return this.conversation(response, token, id);
    return refuse(response, 404, "not_found", "There is nothing of that name.");
  }

  session(response, body) {
    if (body?.key !== "demo") return refuse(response, 403, "key_unknown", "No site has this key.");
    const token = this.id("tok");
    this.sessions.add(token);
    const expires = new Date(Date.now() + this.sessionSeconds * 1000).toISOString();
    return reply(response, 200, { token, visitor: "vis_1", expires_at: expires, assistant: { name: "Acme Docs" } });
  }

  chat(response, token, body) {
    const message = body.messages.at(-1);
    const known = this.byMessage.get(message.id);
    if (known) return this.stream(response, known, 0);
    const conversation = this.conversations.get(`${token}/${body.id}`) ?? { id: body.id, turns: [] };
    this.conversations.set(`${token}/${body.id}`, conversation);
    if (conversation.turns.some((turn) => !turn.ended)) {
      return refuse(response, 409, "turn_running", "The conversation has a turn under way.");
    }
    const turn = this.begin(message.parts[0].text);
    conversation.turns.push(turn);
    this.byMessage.set(message.id, turn);
    void this.play(turn);
    return this.stream(response, turn, 0);
  }

  begin(question) {
    const turn = { id: this.id("turn"), question, events: [], ended: false, state: "running", wake: new Set(), sockets: new Set() };
    this.turns.set(turn.id, turn);
    return turn;
  }

  async play(turn) {
    const steps = stepsFor(turn.question, (kind) => this.id(kind));
    this.emit(turn, { type: "start", messageId: turn.id, messageMetadata: { turn: turn.id } });
    for (const step of steps) {
      if (turn.ended) return;
      if (step.wait) await this.waits.get(step.wait);
      else if (step.drop) await this.drop(turn);
      else if (step.pause) await sleep(step.pause);
      else this.emit(turn, step);
      if (this.delay > 0) await sleep(this.delay);
    }
    this.end(turn);
  }

  /** Cuts every open connection once all that was said has been sent. */
  async drop(turn) {
    await sleep(20);
    for (const socket of turn.sockets) socket.destroy();
    await sleep(5);
  }

  emit(turn, part) {
    if (part.type === "data-verdict") turn.state = part.data.state;
    // The page may answer before the next step is played.
    if (part.type === "data-call") {
      this.waits.set(part.id, new Promise((go) => this.calls.set(part.id, go)));
    }
    if (part.type === "data-offer") this.offers.set(part.id, { part, turn, presses: 0 });
    turn.events.push(part);
    wakeAll(turn);
  }

  end(turn) {
    if (!turn.events.some((part) => part.type === "error")) this.emit(turn, { type: "finish" });
    turn.ended = true;
    wakeAll(turn);
  }

  stop(response, turn) {
    if (!turn) return refuse(response, 404, "not_found", "There is nothing of that name.");
    if (!turn.ended) {
      this.emit(turn, { type: "data-verdict", data: { state: "stopped", cause: null, message: "", closest: [] } });
      this.end(turn);
    }
    return reply(response, 202, { state: "stopped" });
  }

  tail(request, response, turn) {
    if (!turn) return refuse(response, 404, "not_found", "There is nothing of that name.");
    return this.stream(response, turn, Number(request.headers["last-event-id"] ?? 0));
  }

  async stream(response, turn, after) {
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      "x-vercel-ai-ui-message-stream": "v1",
    });
    response.write(": hello\n\n");
    const { socket } = response;
    turn.sockets.add(socket);
    response.once("close", () => wakeAll(turn));
    let sent = after;
    while (!response.destroyed) {
      for (; sent < turn.events.length; sent += 1) {
        response.write(`id: ${sent + 1}\ndata: ${JSON.stringify(turn.events[sent])}\n\n`);
      }
      if (turn.ended) break;
      await new Promise((wake) => turn.wake.add(wake));
    }
    turn.sockets.delete(socket);
    response.end("data: [DONE]\n\n");
  }

  report(response, id, body) {
    const go = this.calls.get(id);
    if (!go) return refuse(response, 409, "call_closed", "The call is closed.");
    this.calls.delete(id);
    go(body);
    return reply(response, 202, { state: "taken" });
  }

  offer(response, id, verb, body) {
    const offer = this.offers.get(id);
    if (!offer) return refuse(response, 404, "not_found", "There is nothing of that name.");
    const { data } = offer.part;
    if (verb === "outcome") return this.outcome(response, offer, body);
    offer.presses += 1;
    if (!["offered", "failed"].includes(data.state)) {
      const details = { state: data.state, outcome: data.outcome };
      return refuse(response, 409, "offer_closed", "The offer is closed.", details);
    }
    const faults = data.kind === "form" ? formFaults(body.args, data.tool) : [];
    if (faults.length > 0) return refuse(response, 422, "arguments_invalid", "Some values do not fit.", { faults });
    if (data.tool === "raise_limit") {
      const state = offer.presses === 1 ? "failed" : "done";
      const outcome = offer.presses === 1 ? "Billing is busy. Try again." : "Your limit is now 100,000 requests a day.";
      Object.assign(data, { state, outcome });
      return reply(response, 200, { state, outcome });
    }
    if (data.tool === "ask_quote") {
      Object.assign(data, { state: "done", outcome: JSON.stringify(body.args) });
      return reply(response, 200, { state: data.state, outcome: data.outcome });
    }
    data.state = "reserved";
    return reply(response, 200, { state: "reserved", request: requestOf(data, body.args, offer.turn.question) });
  }

  outcome(response, { part }, body) {
    const ok = body.ok === true || (body.status >= 200 && body.status < 300);
    const said = body.content_type?.includes("json") ? JSON.parse(body.body).message : null;
    Object.assign(part.data, { state: ok ? "done" : "failed", outcome: ok ? (said ?? "Done.") : "The site did not take it." });
    return reply(response, 200, { state: part.data.state, outcome: part.data.outcome });
  }

  conversation(response, token, id) {
    const found = this.conversations.get(`${token}/${id}`);
    if (!found) return refuse(response, 404, "not_found", "There is nothing of that name.");
    const turns = found.turns.map((turn) => ({
      turn: turn.id,
      question: turn.question,
      state: turn.state,
      parts: storedParts(turn),
    }));
    return reply(response, 200, { id, turns });
  }

  page(request, response, url, body) {
    if (url.pathname === "/widget.js") {
      response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" });
      return response.end(readFileSync(BUNDLE));
    }
    if (url.pathname === "/api/plans/pro") return reply(response, 200, { requests_per_day: 50000 });
    if (url.pathname === "/api/support") return reply(response, 200, { message: `Thank you. We write to ${body.args.email}.` });
    response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'nonce-r4nd'; style-src 'nonce-r4nd'; connect-src 'self'; base-uri 'none'");
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    return response.end(demoPage(url.searchParams));
  }
}

function demoPage(query) {
  const dark = query.has("dark") ? ' class="dark"' : "";
  const dir = query.get("dir") ?? "ltr";
  return `<!doctype html>
<html lang="${query.get("lang") ?? "en"}" dir="${dir}"${dark}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>Plans – Acme Docs</title>
<style nonce="r4nd">
html { font-size: 62.5%; color-scheme: light; }
html.dark { color-scheme: dark; background: #0f1115; color: #ddd; }
* { box-sizing: content-box; }
button { border-radius: 50% !important; padding: 15px 45px; text-transform: uppercase; }
body { font: 1.6rem/1.6 system-ui; margin: 0 auto; padding: 4rem; max-width: 70rem; }
</style>
<script nonce="r4nd">window.Docsteward=window.Docsteward||function(){(Docsteward.q=Docsteward.q||[]).push(arguments)};
Docsteward("configure",{suggestions:["How many requests does the Pro plan allow?","What is my limit?","I need a person"]});</script>
</head>
<body>
<h1>Plans</h1>
<p id="start">Acme has three plans. <a href="/docs/limits/">Limits</a> are counted per project.</p>
<input id="search" aria-label="Search" placeholder="Search (press /)">
<script nonce="r4nd" src="/widget.js" data-key="demo" async></script>
</body>
</html>`;
}

function storedParts(turn) {
  const content = turn.events.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join("");
  const kept = turn.events.filter((part) =>
    ["source-url", "source-document", "data-offer", "data-verdict"].includes(part.type),
  );
  const gone = turn.state === "withdrawn" || content === "";
  return gone ? kept : [{ type: "text", text: content }, ...kept];
}

/** Each sleeper is woken once; one that sleeps again meanwhile waits for the next event. */
function wakeAll(turn) {
  const sleepers = [...turn.wake];
  turn.wake.clear();
  for (const wake of sleepers) wake();
}

function requestOf(data, args, question) {
  if (data.link) return { kind: "href", ...data.link };
  if (data.tool === "open_demo") {
    return { kind: "event", name: "acme:open-demo", detail: { tool: data.tool, args: data.args, context: { question } } };
  }
  const body = { tool: data.tool, args, context: { question } };
  return { kind: "fetch", method: "POST", url: "/api/support", headers: { "Idempotency-Key": data.offer }, body, seconds: 10 };
}

function formFaults(args, tool) {
  if (tool === "ask_quote") {
    const gone = args.lines.flatMap((line, at) => (line.sku === "gone" ? [at] : []));
    return gone.map((at) => ({ field: `lines/${at}/sku`, message: "This is not sold any more." }));
  }
  const faults = [];
  if (!String(args.email ?? "").includes("@")) faults.push({ field: "email", message: `${JSON.stringify(args.email ?? "")} is no e-mail address.` });
  if (args.seats !== undefined && args.seats > 500) faults.push({ field: "seats", message: "At most 500." });
  return faults;
}

async function readBody(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body === "" ? null : JSON.parse(body);
}

function reply(response, status, value) {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(value));
}

function refuse(response, status, code, message, details = {}) {
  reply(response, status, { error: { code, message, details } });
}

function sleep(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--port");
  const { url } = await startMock({ port: at > 0 ? Number(process.argv[at + 1]) : 8787, delay: 25 });
  console.log(`The mock server is at ${url}`);
}
