import { html, nothing, type TemplateResult } from "lit";
import type { Turn } from "../state/turn";
import type { Labels } from "../strings";
import type { ApprovalData, ApprovalState } from "../wire/parts";
import { checkIcon, noteIcon } from "./icons";
import { isRealEnter, type View } from "./view";

/** The cards of a turn: the site's question, the real arguments, and the reader's two answers. */
export function renderApprovals(view: View, turn: Turn): TemplateResult | typeof nothing {
  if (turn.approvals.length === 0) return nothing;
  return html`<div class="offers">${turn.approvals.map((one) => renderCard(view, turn, one))}</div>`;
}

function renderCard(view: View, turn: Turn, approval: ApprovalData): TemplateResult {
  const id = `ask-${approval.call}`;
  return html`<section class="card approval" role="group" aria-labelledby=${id} data-approval=${approval.call}
    data-state=${approval.state}>
    <h4 id=${id} dir="auto" tabindex="-1" data-focus>${view.approvals.words(approval)}</h4>
    ${approval.context.map((line) => html`<p class="help" dir="auto">${line}</p>`)}
    ${approval.rows.length === 0
      ? nothing
      : html`<dl>
          ${approval.rows.map((row) => html`<div><dt dir="auto">${row.name}</dt> <dd dir="auto">${row.value}</dd></div>`)}
        </dl>`}
    ${approval.state === "waiting" && turn.live ? renderChoice(view, turn, approval) : renderEnd(view.labels, approval)}
  </section>`;
}

function renderChoice(view: View, turn: Turn, approval: ApprovalData): TemplateResult {
  const { labels, approvals } = view;
  const desk = approvals.desk(approval);
  const decide = (approve: boolean) => (): void => view.desk.decide(turn.key, approval.call, approve);
  return html`${desk.open ? renderWhy(view, approval, decide(false)) : nothing}
    <div class="buttons">
      <button class="primary" type="button" ?disabled=${desk.busy} @click=${decide(true)}>
        ${labels.approve}${desk.busy ? html`<span class="spinner" role="img" aria-label=${labels.working}></span>` : nothing}
      </button>
      <button class="quiet" type="button" ?disabled=${desk.busy} @click=${decide(false)}>${labels.decline}</button>
      ${desk.open
        ? nothing
        : html`<button class="quiet" type="button" ?disabled=${desk.busy} @click=${() => view.desk.askWhy(approval.call)}>
            ${labels.declineWhy}
          </button>`}
    </div>
    ${desk.reason ? html`<p class="reason">${noteIcon()}<span dir="auto">${desk.reason}</span></p>` : nothing}`;
}

function renderWhy(view: View, approval: ApprovalData, decline: () => void): TemplateResult {
  const id = `why-${approval.call}`;
  const { approvals, labels } = view;
  return html`<div class="field">
    <label for=${id}>${labels.declineReason}</label>
    <input id=${id} type="text" maxlength="500" dir="auto" .value=${approvals.desk(approval).values["reason"] ?? ""}
      @input=${(event: Event) => approvals.type(approval, (event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        if (isRealEnter(event)) decline();
      }} />
  </div>`;
}

function renderEnd(labels: Labels, approval: ApprovalData): TemplateResult {
  const good = approval.state === "done" || approval.state === "approved";
  return html`<p class="reason ${good ? "good" : ""}">
    ${good ? checkIcon() : noteIcon()}<span>${stateText(labels, approval.state)}</span>
  </p>`;
}

/** What became of a card, in words; B069: nothing reads as running before the reader's word. */
export function stateText(labels: Labels, state: ApprovalState): string {
  switch (state) {
    case "waiting":
      return labels.approvalWaits;
    case "approved":
      return labels.approvalGiven;
    case "done":
      return labels.done;
    case "declined":
      return labels.declined;
    case "failed":
      return labels.approvalFailed;
    case "expired":
      return labels.approvalExpired;
    case "unknown":
      return labels.mayHaveRun;
  }
}
