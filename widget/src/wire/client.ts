import type { Brought } from "../page/tools";
import { NetworkError, ServerError, toServerError } from "./errors";
import {
  isRecord,
  type DecisionReply,
  type PressReply,
  type Report,
  type StoredConversation,
} from "./parts";

export interface Session {
  readonly token: string;
  readonly expires: string;
  readonly assistant: string;
}

export interface SessionKeeper {
  load(): Session | null;
  save(session: Session | null): void;
}

export interface ClientOptions {
  readonly origin: string;
  readonly key: string;
  readonly sessions: SessionKeeper;
  readonly fetch: typeof fetch;
  readonly online: () => boolean;
  readonly now: () => number;
}

interface Ask {
  readonly method: "GET" | "POST";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

export interface Question {
  readonly conversation: string;
  readonly message: string;
  readonly text: string;
  readonly quote?: string;
  readonly page: { readonly url: string; readonly title: string };
  readonly brought?: Brought;
}

/** The routes of docs/wire.md; raises ServerError for what the server says, NetworkError for silence. */
export class Client {
  readonly #options: ClientOptions;
  #opening: Promise<Session> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  chat(question: Question, signal: AbortSignal): Promise<Response> {
    const body = {
      id: question.conversation,
      messages: [
        { id: question.message, role: "user", parts: [{ type: "text", text: question.text }] },
      ],
      page: question.page,
      ...(question.quote ? { quote: question.quote } : {}),
      ...question.brought,
    };
    return this.#authorised("/chat", { method: "POST", body, signal });
  }

  events(turn: string, after: string | null, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = after === null ? {} : { "Last-Event-ID": after };
    return this.#authorised(`/turns/${encodeURIComponent(turn)}/events`, {
      method: "GET",
      headers,
      signal,
    });
  }

  async stop(turn: string): Promise<void> {
    await this.#authorised(`/turns/${encodeURIComponent(turn)}/stop`, { method: "POST" });
  }

  async conversation(id: string): Promise<StoredConversation> {
    const path = `/conversations/${encodeURIComponent(id)}`;
    return (await this.#json(path, { method: "GET" })) as StoredConversation;
  }

  async report(call: string, report: Report): Promise<void> {
    await this.#json(`/calls/${encodeURIComponent(call)}`, { method: "POST", body: report });
  }

  async decide(call: string, approve: boolean, reason: string): Promise<DecisionReply> {
    const path = `/calls/${encodeURIComponent(call)}/decision`;
    return (await this.#json(path, { method: "POST", body: { approve, reason } })) as DecisionReply;
  }

  async press(
    offer: string,
    args: Readonly<Record<string, unknown>>,
    handlers?: readonly string[],
  ): Promise<PressReply> {
    const path = `/offers/${encodeURIComponent(offer)}/press`;
    // The page may be on its way to another one; the press must still arrive.
    const ask: Ask = { method: "POST", body: { args, handlers }, keepalive: true };
    return (await this.#json(path, ask)) as PressReply;
  }

  async outcome(offer: string, report: Report): Promise<PressReply> {
    const path = `/offers/${encodeURIComponent(offer)}/outcome`;
    return (await this.#json(path, { method: "POST", body: report })) as PressReply;
  }

  async #json(path: string, ask: Ask): Promise<unknown> {
    const response = await this.#authorised(path, ask);
    return response.json();
  }

  async #authorised(path: string, ask: Ask): Promise<Response> {
    const session = await this.#session();
    const headers = { ...ask.headers, Authorization: `Bearer ${session.token}` };
    try {
      return await this.#send(path, { ...ask, headers });
    } catch (fault) {
      if (fault instanceof ServerError && fault.status === 401) this.#options.sessions.save(null);
      throw fault;
    }
  }

  async #session(): Promise<Session> {
    const known = this.#options.sessions.load();
    if (known && Date.parse(known.expires) > this.#options.now()) return known;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #open(): Promise<Session> {
    const body = { key: this.#options.key };
    const reply: unknown = await (await this.#send("/session", { method: "POST", body })).json();
    if (!isRecord(reply) || typeof reply["token"] !== "string") {
      throw new ServerError(200, "unreadable", "", {});
    }
    const named = isRecord(reply["assistant"]) ? reply["assistant"]["name"] : "";
    const session = {
      token: reply["token"],
      expires: String(reply["expires_at"]),
      assistant: typeof named === "string" ? named : "",
    };
    this.#options.sessions.save(session);
    return session;
  }

  async #send(path: string, ask: Ask): Promise<Response> {
    const init: RequestInit = {
      method: ask.method,
      credentials: "omit",
      cache: "no-store",
      headers: { ...ask.headers },
    };
    if (ask.body !== undefined) {
      init.body = JSON.stringify(ask.body);
      init.headers = { ...ask.headers, "Content-Type": "application/json" };
    }
    if (ask.signal) init.signal = ask.signal;
    if (ask.keepalive) init.keepalive = true;
    const response = await this.#reach(`${this.#options.origin}/api/v1${path}`, init);
    if (!response.ok) throw await toServerError(response);
    return response;
  }

  async #reach(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#options.fetch(url, init);
    } catch (fault) {
      if (init.signal?.aborted || !(fault instanceof TypeError)) throw fault;
      throw new NetworkError(await this.#trouble());
    }
  }

  /** A server that answers a blind request, but not ours, refuses this page's origin (B128). */
  async #trouble(): Promise<"offline" | "blocked" | "unreachable"> {
    if (!this.#options.online()) return "offline";
    try {
      const url = `${this.#options.origin}/widget.js`;
      await this.#options.fetch(url, { method: "HEAD", mode: "no-cors", cache: "no-store" });
      return "blocked";
    } catch (fault) {
      if (!(fault instanceof TypeError)) throw fault;
      return "unreachable";
    }
  }
}
