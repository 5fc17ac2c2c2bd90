import { html, nothing, type TemplateResult } from "lit";
import type { OfferDesk } from "../state/reducer";
import { fill } from "../strings";
import type { Field, OfferData } from "../wire/parts";
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
    ${offer.fields.map((field) => renderField(view, offer, desk, field))}
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

function renderField(view: View, offer: OfferData, desk: OfferDesk, field: Field): TemplateResult {
  const id = `field-${offer.offer}-${field.name}`;
  const fault = desk.faults[field.name] ?? "";
  const help = hint(field);
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const value = desk.values[field.name] ?? "";
  const input = renderInput(view, offer, field, { id, value, described, invalid: fault !== "" });
  const mark = field.required
    ? html`<span class="mark" aria-hidden="true">*</span><span class="sr"> ${view.labels.required}</span>`
    : nothing;
  const label = html`<label for=${id} dir="auto">${field.label}${mark}</label>`;
  return html`<div class=${field.type === "checkbox" ? "field check" : "field"}>
    ${field.type === "checkbox" ? html`${input}${label}` : html`${label}${input}`}
    ${help ? html`<p class="help" id="${id}-help">${help}</p>` : nothing}
    ${fault ? html`<p class="fault" id="${id}-fault">${noteIcon()}<span dir="auto">${fault}</span></p>` : nothing}
  </div>`;
}

interface InputState {
  readonly id: string;
  readonly value: string;
  readonly described: string;
  readonly invalid: boolean;
}

function renderInput(view: View, offer: OfferData, field: Field, at: InputState): TemplateResult {
  const type = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const value = field.type === "checkbox" ? String(input.checked) : input.value;
    view.offers.type(offer, field.name, value);
  };
  const described = at.described || nothing;
  const invalid = at.invalid ? "true" : nothing;
  const required = field.required ? "true" : nothing;
  switch (field.type) {
    case "checkbox":
      return html`<input id=${at.id} name=${field.name} type="checkbox" .checked=${at.value === "true"}
        aria-describedby=${described} aria-invalid=${invalid} @change=${type} />`;
    case "select":
      return html`<select id=${at.id} name=${field.name} .value=${at.value} @change=${type}
        aria-describedby=${described} aria-invalid=${invalid} aria-required=${required}>
        <option value="" ?selected=${at.value === ""}>${view.labels.choose}</option>
        ${field.options.map(
          (option) =>
            html`<option value=${String(option)} ?selected=${String(option) === at.value}>${String(option)}</option>`,
        )}
      </select>`;
    case "textarea":
      return html`<textarea id=${at.id} name=${field.name} rows="4" dir="auto" .value=${at.value} @input=${type}
        aria-describedby=${described} aria-invalid=${invalid} aria-required=${required}></textarea>`;
    default:
      return html`<input id=${at.id} name=${field.name} type=${nativeType(field)} dir="auto"
        inputmode=${inputMode(field)} autocomplete=${autocomplete(field)} .value=${at.value} @input=${type}
        aria-describedby=${described} aria-invalid=${invalid} aria-required=${required} />`;
  }
}

/** Numbers are lines of text, for a number input throws away what it cannot read (B157). */
function nativeType(field: Field): string {
  return ["date", "time", "datetime-local", "email", "url"].includes(field.type) ? field.type : "text";
}

function inputMode(field: Field): string | typeof nothing {
  if (field.type === "integer") return (field.minimum ?? -1) >= 0 ? "numeric" : nothing;
  return field.type === "number" ? "decimal" : nothing;
}

function autocomplete(field: Field): string {
  return field.type === "email" ? "email" : "off";
}

function hint(field: Field): string {
  const { minimum, maximum } = field;
  if (minimum !== null && maximum !== null) return `${minimum} – ${maximum}`;
  if (minimum !== null) return `≥ ${minimum}`;
  return maximum !== null ? `≤ ${maximum}` : "";
}
