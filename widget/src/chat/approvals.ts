import type { PageTools } from "../page/tools";
import { isApprovalState } from "../state/approvals";
import { CLOSED_DESK, type OfferDesk } from "../state/reducer";
import { fill, type Labels } from "../strings";
import type { Client } from "../wire/client";
import { NetworkError, ServerError } from "../wire/errors";
import type { ApprovalData } from "../wire/parts";
import type { PageCalls } from "./calls";
import { toProblem, type Hub } from "./hub";
import { persist } from "./retry";

export interface ApprovalsOptions {
  readonly hub: Hub;
  readonly client: Client;
  readonly calls: PageCalls;
  readonly tools: PageTools;
  readonly labels: () => Labels;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The reader's word on the calls that wait for it. */
export class Approvals {
  constructor(private readonly options: ApprovalsOptions) {}

  desk(approval: ApprovalData): OfferDesk {
    return this.options.hub.state.desks[approval.call] ?? CLOSED_DESK;
  }

  /** The question on the card; a page's own tool may make its words for these arguments. */
  words(approval: ApprovalData): string {
    return this.options.tools.ask(approval.tool, approval.args) || approval.ask;
  }

  /** Opens or closes the line for a reason. */
  askWhy(approval: ApprovalData, open: boolean): void {
    if (!this.desk(approval).busy) this.#desk(approval, { open });
  }

  type(approval: ApprovalData, reason: string): void {
    this.#desk(approval, { values: { reason } });
  }

  /** Gives the word once: a second click while it is on its way does nothing (B081). */
  async decide(key: string, approval: ApprovalData, approve: boolean): Promise<void> {
    if (this.desk(approval).busy || approval.state !== "waiting") return;
    const reason = approve ? "" : (this.desk(approval).values["reason"] ?? "");
    this.#desk(approval, { busy: true, reason: "" });
    try {
      const { client, calls, sleep } = this.options;
      const reply = await persist(() => client.decide(approval.call, approve, reason), sleep);
      this.#settle(key, approval, reply.state);
      const { call, tool, title } = approval;
      // Only this tab was given the request, and only once.
      if (reply.request) await calls.run(key, { call, tool, title, request: reply.request }, true);
    } catch (fault) {
      this.#refused(key, approval, fault);
    }
  }

  #refused(key: string, approval: ApprovalData, fault: unknown): void {
    if (!(fault instanceof ServerError) && !(fault instanceof NetworkError)) throw fault;
    const state = fault instanceof ServerError && fault.code === "call_closed" ? fault.details["state"] : null;
    // Another tab was faster, or its time is over: the card says what became of it.
    if (isApprovalState(state)) return this.#settle(key, approval, state);
    const { labels } = this.options;
    const { message } = toProblem(fault, labels());
    const reason = fault instanceof NetworkError ? fill(labels().pressUnsent, { reason: message }) : message;
    this.#desk(approval, { busy: false, reason });
  }

  #settle(key: string, approval: ApprovalData, state: ApprovalData["state"]): void {
    this.options.hub.dispatch({ type: "approval", key, call: approval.call, state });
    this.#desk(approval, { busy: false, open: false, reason: "" });
  }

  #desk(approval: ApprovalData, desk: Partial<OfferDesk>): void {
    this.options.hub.dispatch({ type: "desk", offer: approval.call, desk });
  }
}
