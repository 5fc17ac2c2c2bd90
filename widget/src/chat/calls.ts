import type { OnceBook } from "../page/once";
import { runInPage, type PageDoor } from "../page/request";
import type { Client } from "../wire/client";
import { NetworkError, ServerError } from "../wire/errors";
import type { CallData, Report } from "../wire/parts";
import { persist } from "./retry";

export interface CallsOptions {
  readonly client: Client;
  readonly once: OnceBook;
  readonly door: PageDoor;
  readonly sleep: (ms: number) => Promise<void>;
  /** The report could not be sent; `resend` tries again without running anything (B074). */
  readonly onUnsent: (key: string, fault: unknown) => void;
}

/** Carries out what the server asks of the page, once per call, and reports it. */
export class PageCalls {
  readonly #unsent = new Map<string, { readonly call: string; readonly report: Report }>();

  constructor(private readonly options: CallsOptions) {}

  async run(key: string, call: CallData): Promise<void> {
    const claim = await this.options.once.claim(call.call);
    if (claim === "taken") return;
    // A reload cut it: whether it ran is not known here, and it must not run twice.
    const report = claim === "lost" ? ({ error: "network" } as const) : await this.#carryOut(call);
    await this.#send(key, call.call, report);
  }

  /** False when nothing of this turn waits to be sent. */
  resend(key: string): boolean {
    const waiting = this.#unsent.get(key);
    if (!waiting) return false;
    this.#unsent.delete(key);
    void this.#send(key, waiting.call, waiting.report);
    return true;
  }

  #carryOut(call: CallData): Promise<Report> {
    const { request } = call;
    if (request.kind !== "fetch") {
      this.options.door.warn(`Docsteward: this script cannot carry out ${JSON.stringify(request)}.`);
      return Promise.resolve({ error: "network" });
    }
    const seconds = request.seconds ?? call.seconds ?? 10;
    return runInPage({ ...request, seconds }, this.options.door);
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
