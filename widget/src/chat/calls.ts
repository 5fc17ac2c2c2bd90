import type { OnceBook } from "../page/once";
import { runHandler } from "../page/handler";
import { runInPage, type PageDoor } from "../page/request";
import type { PageTools } from "../page/tools";
import type { Client } from "../wire/client";
import { NetworkError, ServerError } from "../wire/errors";
import type { CallData, Report } from "../wire/parts";
import { persist } from "./retry";

export interface CallsOptions {
  readonly client: Client;
  readonly once: OnceBook;
  readonly door: PageDoor;
  readonly tools: PageTools;
  readonly sleep: (ms: number) => Promise<void>;
  /** The report could not be sent; `resend` tries again without running anything (B074). */
  readonly onUnsent: (key: string, fault: unknown) => void;
}

/** Carries out what the server asks of the page, once per call, and reports it. */
export class PageCalls {
  readonly #running = new Map<string, { readonly key: string; readonly stop: AbortController }>();
  readonly #unsent = new Map<string, { readonly call: string; readonly report: Report }>();

  constructor(private readonly options: CallsOptions) {}

  /** `ours` says that this tab asked; another one leaves alone what it has no handler for. */
  async run(key: string, call: CallData, ours: boolean): Promise<void> {
    const { request } = call;
    if (request.kind === "handler" && !ours && !this.options.tools.find(request.tool)) return;
    const claim = await this.options.once.claim(call.call);
    if (claim === "taken") return;
    const stop = new AbortController();
    this.#running.set(call.call, { key, stop });
    const report = claim === "lost" ? lost(call) : await this.#carryOut(call, stop.signal);
    // What was stopped, nobody waits for.
    if (this.#running.delete(call.call)) await this.#send(key, call.call, report);
  }

  /** The reader stopped the turn: its handlers are told, and nothing is reported. */
  stop(key: string): void {
    for (const [call, running] of this.#running) {
      if (running.key !== key) continue;
      this.#running.delete(call);
      running.stop.abort();
    }
  }

  /** The widget goes: what runs is broken off, and the server hears that it was not done (B071). */
  dispose(): void {
    for (const running of this.#running.values()) running.stop.abort();
  }

  /** False when nothing of this turn waits to be sent. */
  resend(key: string): boolean {
    const waiting = this.#unsent.get(key);
    if (!waiting) return false;
    this.#unsent.delete(key);
    void this.#send(key, waiting.call, waiting.report);
    return true;
  }

  #carryOut(call: CallData, stop: AbortSignal): Promise<Report> {
    const { request } = call;
    const { door, tools } = this.options;
    const most = call.seconds ?? 10;
    switch (request.kind) {
      case "fetch":
        return runInPage({ ...request, seconds: request.seconds ?? most }, door);
      case "handler":
        return runHandler({ ...request, seconds: request.seconds ?? most }, tools, door, stop);
      default:
        door.warn(`Docsteward: this script cannot carry out ${JSON.stringify(request)}.`);
        return Promise.resolve({ error: "network" });
    }
  }

  async #send(key: string, call: string, report: Report): Promise<void> {
    try {
      await persist(() => this.options.client.report(call, report), this.options.sleep);
      this.options.once.settle(call);
    } catch (fault) {
      // Closed, or of a turn that is gone: nobody waits for it any more (B077).
      if (fault instanceof ServerError && fault.status < 500) return;
      if (!(fault instanceof ServerError) && !(fault instanceof NetworkError)) throw fault;
      this.#unsent.set(key, { call, report });
      this.options.onUnsent(key, fault);
    }
  }
}

/** A reload cut it: whether it ran is not known here, and it must not run twice (B073). */
function lost(call: CallData): Report {
  return { error: call.request.kind === "handler" ? "aborted" : "network" };
}
