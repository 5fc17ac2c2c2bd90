import { html, nothing, type TemplateResult } from "lit";
import type { OfferDesk } from "../state/reducer";
import { fill } from "../strings";
import type { OfferData } from "../wire/parts";
import { renderFields } from "./fields";
import { noteIcon } from "./icons";
import type { View } from "./view";

/** An action's form: its fields are the only thing that will be sent (F2). */
export function renderForm(
  view: View,
  offer: OfferData,
  desk: OfferDesk,
  reason: string,
): TemplateResult {
  const { labels } = view;
  const submit = (event: Event): void => {
    event.preventDefault();
    view.desk.submitForm(offer.offer);
  };
  const heading = `form-${offer.offer}`;
  return html`<form class="card" novalidate aria-labelledby=${heading} @submit=${submit} @keydown=${guardEnter}>
    <h4 id=${heading} dir="auto">${offer.title || offer.label}</h4>
    ${renderSummary(view, desk, reason)}
    ${renderFields({ view, offer, desk }, offer.fields)}
    <div class="buttons">
      <button class="primary" type="submit" ?disabled=${desk.busy}>
        ${desk.busy ? html`<span class="spinner" role="img" aria-label=${labels.working}></span>` : nothing}
        <span dir="auto">${offer.label}</span>
      </button>
      <button class="quiet" type="button" ?disabled=${desk.busy} @click=${() => view.desk.showForm(offer.offer, false)}>
        ${labels.cancel}
      </button>
    </div>
  </form>`;
}

/** The Enter that ends a composition must not send the form (B141). */
function guardEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
}

export function faultSummary(view: Pick<View, "labels">, desk: OfferDesk): string {
  const count = Object.keys(desk.faults).length;
  if (count === 0) return "";
  return count === 1 ? view.labels.faultsOne : fill(view.labels.faultsMany, { count });
}

function renderSummary(view: View, desk: OfferDesk, reason: string): TemplateResult | typeof nothing {
  const text = faultSummary(view, desk) || reason;
  if (text === "") return nothing;
  return html`<p class="reason">${noteIcon()}<span dir="auto">${text}</span></p>`;
}
