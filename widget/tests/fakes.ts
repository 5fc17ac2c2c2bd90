import type { Env } from "../src/env";
import { pageLock } from "../src/page/once";
import type { Session, SessionKeeper } from "../src/wire/client";
import { openStore, type Store } from "../src/wire/store";

export function memoryStore(): Store {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    lasting: true,
  };
}

export function deniedStore(): Store {
  return openStore(() => {
    throw new DOMException("denied", "SecurityError");
  });
}

export class Sessions implements SessionKeeper {
  constructor(public session: Session | null = null) {}
  load(): Session | null {
    return this.session;
  }
  save(session: Session | null): void {
    this.session = session;
  }
}

export interface FakeEnv extends Env {
  readonly warnings: string[];
  readonly events: { name: string; detail: unknown }[];
  readonly visited: { url: string; newTab: boolean }[];
  readonly copied: string[];
}

/** A browser of our own: no real waiting, storage in memory. */
export function fakeEnv(more: Partial<Env> = {}): FakeEnv {
  let count = 0;
  const warnings: string[] = [];
  const events: FakeEnv["events"] = [];
  const visited: FakeEnv["visited"] = [];
  const copied: string[] = [];
  return {
    window,
    fetch: () => Promise.reject(new TypeError("no network in this test")),
    site: memoryStore(),
    tab: memoryStore(),
    lock: pageLock(undefined),
    online: () => true,
    touch: () => false,
    now: () => Date.parse("2026-11-30T10:00:00Z"),
    newId: () => `id${(count += 1)}`,
    sleep: () => Promise.resolve(),
    after: () => () => undefined,
    copy: (text) => {
      copied.push(text);
      return Promise.resolve(true);
    },
    dispatchEvent: (name, detail) => void events.push({ name, detail }),
    navigate: (url, newTab) => void visited.push({ url, newTab }),
    warn: (text) => void warnings.push(text),
    warnings,
    events,
    visited,
    copied,
    ...more,
  };
}

export function jsonReply(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

export function errorReply(status: number, code: string, details: object = {}): Response {
  return jsonReply({ error: { code, message: `said: ${code}`, details } }, status);
}

/** A stream of the given parts; `cut` breaks it instead of closing it with `[DONE]`. */
export function streamReply(parts: readonly object[], options: { first?: number; cut?: boolean } = {}): Response {
  const first = options.first ?? 1;
  const text = parts.map((part, at) => `id: ${first + at}\ndata: ${JSON.stringify(part)}\n\n`).join("");
  const bytes = new TextEncoder().encode(options.cut ? text : `${text}data: [DONE]\n\n`);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

export const SESSION = { token: "tok", expires: "2026-12-30T10:00:00Z", assistant: "" };

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A server that is a list of answers by path, in order; the last one stays. */
export class FakeServer {
  readonly seen: Seen[] = [];
  readonly #answers = new Map<string, (() => Response | Promise<Response>)[]>();

  on(path: string, ...answers: (() => Response | Promise<Response>)[]): this {
    this.#answers.set(path, answers);
    return this;
  }

  readonly fetch = (async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), "https://docs.acme.dev/");
    const path = url.pathname.replace("/api/v1", "");
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
    this.seen.push({ method: init.method ?? "GET", path, body, headers: new Headers(init.headers) });
    const answers = this.#answers.get(path) ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError(`nobody answers ${path}`);
    init.signal?.throwIfAborted();
    return answer();
  }) as typeof fetch;

  paths(): string[] {
    return this.seen.map((one) => `${one.method} ${one.path}`);
  }
}

/** Lets everything run that only waits for promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
  await new Promise((done) => setTimeout(done, 0));
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}
