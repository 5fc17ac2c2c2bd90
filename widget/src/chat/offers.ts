import { added, firstValues, pathsOf, readValues, removed, type Values } from "../page/fields";
import type { OnceBook } from "../page/once";
import { runHandler } from "../page/handler";
import { runInPage, type PageDoor } from "../page/request";
import type { PageTools } from "../page/tools";
import { CLOSED_DESK, type OfferDesk } from "../state/reducer";
import { fill, type Labels } from "../strings";
import type { Client } from "../wire/client";
import { NetworkError, ServerError } from "../wire/errors";
import {
  isRecord,
  type Field,
  type OfferData,
  type OfferState,
  type PageRequest,
  type PressReply,
  type Report,
} from "../wire/parts";
import { toProblem, type Hub } from "./hub";
import type { Memory } from "./memory";
import { persist } from "./retry";

export interface OffersOptions {
  readonly hub: Hub;
  readonly client: Client;
  readonly memory: Memory;
  readonly once: OnceBook;
  readonly door: PageDoor;
  readonly tools: PageTools;
  readonly labels: () => Labels;
  readonly locale: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  readonly dispatchEvent: (name: string, detail: unknown) => void;
  readonly navigate: (url: string, newTab: boolean) => void;
}

/** What a reader does with an offer, from the press to the outcome. */
export class Offers {
  constructor(private readonly options: OffersOptions) {}

  desk(offer: OfferData): OfferDesk {
    return this.options.hub.state.desks[offer.offer] ?? CLOSED_DESK;
  }

  openForm(offer: OfferData): void {
    const kept = this.desk(offer).values;
    const values = { ...firstValues(offer.fields), ...kept };
    this.#desk(offer, { open: true, values, faults: {}, reason: "" });
  }

  closeForm(offer: OfferData): void {
    if (!this.desk(offer).busy) this.#desk(offer, { open: false });
  }

  /** `path` is where the field stands, as the server's faults name it. */
  type(offer: OfferData, path: string, value: string): void {
    const { values, faults } = this.desk(offer);
    this.#desk(offer, { values: { ...values, [path]: value }, faults: without(faults, path) });
  }

  addRow(offer: OfferData, path: string, field: Field): void {
    const { values, faults } = this.desk(offer);
    this.#desk(offer, { values: added(values, path, field), faults: without(faults, path) });
  }

  /** Takes a row of a list away, or with `null` a group that may be left out. */
  removeRow(offer: OfferData, path: string, row: number | null): void {
    const { values, faults } = this.desk(offer);
    const left = row === null ? 0 : Number(values[path]) - 1;
    this.#desk(offer, {
      values: { ...removed(values, path, row), [path]: String(left) },
      faults: without(removed(faults, path, row), path),
    });
  }

  /** Sends the form, or shows what is wrong with it; false when nothing was sent. */
  async submit(offer: OfferData): Promise<boolean> {
    const { labels, locale } = this.options;
    const { values } = this.desk(offer);
    const { args, faults } = readValues(offer.fields, values, labels(), locale());
    if (Object.keys(faults).length > 0) {
      this.#desk(offer, { faults, reason: "" });
      return false;
    }
    return this.press(offer, args);
  }

  /** One press, one dispatch: a second one while it works does nothing (B081). */
  async press(offer: OfferData, args: Readonly<Record<string, unknown>> = {}): Promise<boolean> {
    if (this.desk(offer).busy) return false;
    this.#desk(offer, { busy: true, faults: {}, reason: "" });
    try {
      const { client, sleep, tools } = this.options;
      const { handlers } = tools.toSend();
      const reply = await persist(() => client.press(offer.offer, args, handlers), sleep);
      await this.#take(offer, reply);
      return true;
    } catch (fault) {
      this.#refused(offer, fault);
      return false;
    }
  }

  /** A link was followed; the browser does that, we only tell (F3). */
  async follow(offer: OfferData): Promise<void> {
    const { client, memory } = this.options;
    if (offer.state === "done" || this.desk(offer).busy) return;
    this.#desk(offer, { busy: true });
    memory.addFollowed(offer.offer);
    try {
      await client.press(offer.offer, {});
      this.#settle(offer, await client.outcome(offer.offer, { ok: true }));
    } catch (fault) {
      if (!isOurs(fault)) throw fault;
      // The reader is where the link leads, whatever became of the report.
      this.#outcome(offer, "done", this.options.labels().opened);
    }
    memory.dropFollowed(offer.offer);
  }

  /** Tells of the links that were followed just before the former page went away. */
  async reportFollowed(): Promise<void> {
    const { client, memory } = this.options;
    for (const offer of memory.followed) {
      memory.dropFollowed(offer);
      try {
        await client.outcome(offer, { ok: true });
      } catch (fault) {
        if (!isOurs(fault)) throw fault;
      }
    }
  }

  async #take(offer: OfferData, reply: PressReply): Promise<void> {
    if (reply.state !== "reserved") {
      this.#settle(offer, reply);
      return;
    }
    const claim = await this.options.once.claim(offer.offer);
    if (claim !== "ours") {
      this.#outcome(offer, "unknown", this.options.labels().mayHaveRun);
      return;
    }
    const report = await this.#carryOut(reply.request);
    const settled = await this.#report(offer, report);
    if (settled?.state === "failed") this.options.once.release(offer.offer);
    if (settled && reply.request.kind === "href") {
      this.options.navigate(reply.request.url, reply.request.new_tab);
    }
  }

  async #carryOut(request: PageRequest): Promise<Report> {
    switch (request.kind) {
      case "fetch":
        return runInPage(request, this.options.door);
      case "handler":
        return runHandler(request, this.options.tools, this.options.door, new AbortController().signal);
      case "event":
        this.options.dispatchEvent(request.name, request.detail);
        return { ok: true };
      case "href":
        return { ok: true };
    }
  }

  async #report(offer: OfferData, report: Report): Promise<PressReply | null> {
    const { client, sleep, labels } = this.options;
    try {
      const reply = await persist(() => client.outcome(offer.offer, report), sleep);
      this.#settle(offer, reply);
      return reply;
    } catch (fault) {
      if (!isOurs(fault)) throw fault;
      this.#outcome(offer, "unknown", labels().mayHaveRun);
      return null;
    }
  }

  #settle(offer: OfferData, reply: PressReply): void {
    if (reply.state === "reserved") return;
    const { labels } = this.options;
    const silent = reply.state === "failed" ? labels().pressFailed : labels().done;
    this.#outcome(offer, reply.state, reply.outcome || silent);
  }

  #refused(offer: OfferData, fault: unknown): void {
    if (!isOurs(fault)) throw fault;
    const labels = this.options.labels();
    if (fault instanceof ServerError && fault.code === "offer_closed") {
      this.#closed(offer, fault);
      return;
    }
    const faults = fault instanceof ServerError ? faultsOf(fault, offer, this.desk(offer).values) : {};
    const { message } = toProblem(fault, labels);
    const shown = Object.keys(faults).length > 0;
    const reason = fault instanceof NetworkError ? fill(labels.pressUnsent, { reason: message }) : message;
    this.#desk(offer, { busy: false, faults, reason: shown ? "" : reason });
  }

  #closed(offer: OfferData, fault: ServerError): void {
    const labels = this.options.labels();
    const outcome = fault.details["outcome"];
    const said = typeof outcome === "string" && outcome !== "" ? outcome : null;
    switch (fault.details["state"]) {
      case "done":
        return this.#outcome(offer, "done", said ?? labels.done);
      case "expired":
        return this.#outcome(offer, "expired", said ?? labels.offerExpired);
      default:
        return this.#outcome(offer, "unknown", said ?? labels.mayHaveRun);
    }
  }

  #outcome(offer: OfferData, state: OfferState, outcome: string): void {
    const { hub } = this.options;
    hub.dispatch({ type: "outcome", offer: offer.offer, state, outcome });
    hub.emit("outcome", { offer: offer.offer, tool: offer.tool, state, outcome });
  }

  #desk(offer: OfferData, desk: Partial<OfferDesk>): void {
    this.options.hub.dispatch({ type: "desk", offer: offer.offer, desk });
  }
}

function isOurs(fault: unknown): fault is ServerError | NetworkError {
  return fault instanceof ServerError || fault instanceof NetworkError;
}

function without(faults: Values, path: string): Values {
  const { [path]: _mended, ...others } = faults;
  return others;
}

/** Faults at fields that the form has now, or around where they lie; others are told as a whole. */
function faultsOf(fault: ServerError, offer: OfferData, values: Values): Record<string, string> {
  const list = fault.details["faults"];
  if (!Array.isArray(list)) return {};
  const known = new Set(pathsOf(offer.fields, values));
  const found: Record<string, string> = {};
  for (const one of list) {
    if (!isRecord(one)) continue;
    let path = String(one["field"]);
    while (!known.has(path) && path.includes("/")) path = path.slice(0, path.lastIndexOf("/"));
    if (known.has(path)) found[path] ??= String(one["message"]);
  }
  return found;
}
