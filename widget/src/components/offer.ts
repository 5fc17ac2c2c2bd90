import { html, nothing, type TemplateResult } from "lit";
import { leavesSite, safeUrl } from "../markdown/url";
import { CLOSED_DESK, type OfferDesk } from "../state/reducer";
import type { Turn } from "../state/turn";
import { fill } from "../strings";
import type { OfferData } from "../wire/parts";
import { renderForm } from "./form";
import { arrowIcon, checkIcon, noteIcon, outIcon } from "./icons";
import type { View } from "./view";

export function renderOffers(view: View, turn: Turn): TemplateResult | typeof nothing {
  if (turn.offers.length === 0) return nothing;
  return html`<div class="offers">
    ${turn.offers.map(
      (offer) => html`<div class="offer" data-offer=${offer.offer}>${renderOffer(view, turn, offer)}</div>`,
    )}
  </div>`;
}

function renderOffer(view: View, turn: Turn, offer: OfferData): TemplateResult {
  const desk = view.state.desks[offer.offer] ?? CLOSED_DESK;
  const { labels } = view;
  switch (offer.state) {
    case "done":
      if (offer.link && turn.live) return html`${renderAnchor(view, offer)}${told(offer, "good")}`;
      return renderOutcome(offer, offer.outcome || labels.done, "good");
    case "expired":
      return renderOutcome(offer, offer.outcome || labels.offerExpired, "plain");
    case "unknown":
      return renderOutcome(offer, offer.outcome || labels.mayHaveRun, "warn");
    case "reserved":
      if (!desk.busy) return renderOutcome(offer, labels.mayHaveRun, "warn");
      break;
    case "offered":
    case "failed":
      break;
  }
  // Told, not pressed: it belongs to a former visit (F5).
  if (!turn.live) return renderPast(view, offer);
  return renderLive(view, offer, desk);
}

function renderLive(view: View, offer: OfferData, desk: OfferDesk): TemplateResult {
  const failed = offer.state === "failed" ? (offer.outcome ?? "") : "";
  const reason = desk.reason || (desk.busy ? "" : failed);
  if (desk.open && offer.kind === "form") return renderForm(view, offer, desk, reason);
  const control = offer.link ? renderAnchor(view, offer) : renderButton(view, offer, desk);
  return html`${control}${reason ? html`<p class="reason">${noteIcon()}<span dir="auto">${reason}</span></p>` : nothing}`;
}

function renderButton(view: View, offer: OfferData, desk: OfferDesk): TemplateResult {
  const form = offer.kind === "form";
  const press = (): void => {
    if (form) view.desk.showForm(offer.offer, true);
    else view.desk.pressOffer(offer.offer);
  };
  return html`<button
    class="action"
    type="button"
    data-focus
    ?disabled=${desk.busy}
    aria-expanded=${form ? "false" : nothing}
    @click=${press}
  >
    ${lines(offer)} ${desk.busy ? html`<span class="spinner" role="img" aria-label=${view.labels.working}></span>` : arrowIcon()}
  </button>`;
}

function renderAnchor(view: View, offer: OfferData): TemplateResult {
  const url = offer.link ? safeUrl(offer.link.url) : null;
  if (url === null || !offer.link) return html`<span class="action">${lines(offer)}</span>`;
  const away = offer.link.new_tab || leavesSite(url, view.page);
  const follow = (): void => {
    void view.offers.follow(offer);
    if (!away) view.desk.leaving();
  };
  return html`<a
    class="action"
    data-focus
    href=${url}
    target=${away ? "_blank" : nothing}
    rel="noopener"
    @click=${follow}
    >${lines(offer)} ${away ? html`${outIcon()}<span class="sr">${view.labels.newTab}</span>` : arrowIcon()}</a
  >`;
}

function lines(offer: OfferData): TemplateResult {
  return html`<span class="lines" dir="auto"
    ><span class="label">${offer.label}</span> ${offer.line
      ? html`<span class="line">${offer.line}</span>`
      : nothing}</span
  >`;
}

function renderOutcome(offer: OfferData, text: string, mood: "good" | "warn" | "plain"): TemplateResult {
  return html`<div class="outcome ${mood}" tabindex="-1" data-focus>
    ${mood === "good" ? checkIcon() : noteIcon()}
    <div dir="auto"><span class="label">${offer.label}</span> <span class="said">${text}</span></div>
  </div>`;
}

function told(offer: OfferData, mood: "good"): TemplateResult | typeof nothing {
  return offer.outcome ? html`<p class="reason ${mood}">${checkIcon()}<span dir="auto">${offer.outcome}</span></p>` : nothing;
}

function renderPast(view: View, offer: OfferData): TemplateResult {
  const text = fill(view.labels.offerPast, { label: offer.label });
  const line = offer.line ? ` (${offer.line})` : "";
  return html`<p class="past" dir="auto">${text}${line}${offer.outcome ? `. ${offer.outcome}` : ""}</p>`;
}
