import { html, nothing, type TemplateResult } from "lit";
import { countAt, pathTo } from "../page/fields";
import type { OfferDesk } from "../state/reducer";
import { fill } from "../strings";
import type { Field, OfferData } from "../wire/parts";
import { noteIcon } from "./icons";
import type { View } from "./view";

/** The form that fields are drawn in: whose it is, and what stands in it now. */
export interface Sheet {
  readonly view: View;
  readonly offer: OfferData;
  readonly desk: OfferDesk;
}

export function renderFields(sheet: Sheet, fields: readonly Field[], parent = ""): TemplateResult[] {
  return fields.map((field) => renderField(sheet, field, pathTo(parent, field.name)));
}

/** The element with a field's id, for what is at a path of a form. */
export function fieldId(offer: OfferData, path: string): string {
  return `field-${offer.offer}-${path}`;
}

function renderField(sheet: Sheet, field: Field, path: string): TemplateResult {
  if (field.type === "list") return renderList(sheet, field, path);
  if (field.type === "group") return renderGroup(sheet, field, path);
  return renderPlain(sheet, field, path);
}

/** A list has a row for each item, and a button for one more while there is room (N3). */
function renderList(sheet: Sheet, field: Field, path: string): TemplateResult {
  const { labels } = sheet.view;
  const count = countAt(sheet.desk.values, path);
  const rows = Array.from({ length: count }, (_, at) => renderRow(sheet, field, path, at));
  const full = field.max_items !== null && count >= field.max_items;
  const add = renderAdd(sheet, field, path, full);
  return renderSet(sheet, field, path, html`${rows}${add}`, hint(field.min_items, field.max_items), labels.required);
}

function renderRow(sheet: Sheet, list: Field, path: string, at: number): TemplateResult {
  const { labels, desk } = sheet.view;
  const { item } = list;
  const name = fill(labels.rowName, { label: item?.label || list.label, number: at + 1 });
  const few = list.required && countAt(sheet.desk.values, path) <= (list.min_items ?? 0);
  const drop = few
    ? nothing
    : html`<button class="quiet drop" type="button" ?disabled=${sheet.desk.busy}
        aria-label=${fill(labels.removeName, { label: name })} @click=${() => desk.removeRow(sheet.offer.offer, path, at, name)}>
        ${labels.remove}
      </button>`;
  const fields = item && renderField(sheet, { ...item, label: name, required: true }, pathTo(path, at));
  return html`<div class="row">${fields}${drop}</div>`;
}

/** A group that may be left out is not there until it is asked for. */
function renderGroup(sheet: Sheet, field: Field, path: string): TemplateResult {
  const { labels, desk } = sheet.view;
  const there = field.required || countAt(sheet.desk.values, path) > 0;
  if (!there) return renderSet(sheet, field, path, renderAdd(sheet, field, path, false), "", "");
  const drop = field.required
    ? nothing
    : html`<button class="quiet drop" type="button" ?disabled=${sheet.desk.busy}
        aria-label=${fill(labels.removeName, { label: field.label })} @click=${() => desk.removeRow(sheet.offer.offer, path, null, field.label)}>
        ${labels.remove}
      </button>`;
  const inner = html`${renderFields(sheet, field.fields, path)}${drop}`;
  return renderSet(sheet, field, path, inner, "", labels.required);
}

function renderAdd(sheet: Sheet, field: Field, path: string, full: boolean): TemplateResult {
  const { labels, desk } = sheet.view;
  const name = fill(labels.addName, { label: field.label });
  return html`<button class="quiet add" type="button" ?disabled=${full || sheet.desk.busy}
    aria-label=${name} @click=${() => desk.addRow(sheet.offer.offer, path, field)}>
    ${labels.add}
  </button>`;
}

function renderSet(
  sheet: Sheet,
  field: Field,
  path: string,
  inner: TemplateResult,
  help: string,
  required: string,
): TemplateResult {
  const id = fieldId(sheet.offer, path);
  const { described, notes } = notesOf(sheet, id, path, help);
  const invalid = sheet.desk.faults[path] ? "true" : nothing;
  return html`<fieldset class="field set" id=${id} tabindex="-1" aria-describedby=${described} data-invalid=${invalid}>
    <legend dir="auto">${field.label}${field.required ? mark(required) : nothing}</legend>
    ${notes}${inner}
  </fieldset>`;
}

function renderPlain(sheet: Sheet, field: Field, path: string): TemplateResult {
  const id = fieldId(sheet.offer, path);
  const { described, notes } = notesOf(sheet, id, path, hint(field.minimum, field.maximum));
  const input = renderInput(sheet, field, path, described);
  const label = html`<label for=${id} dir="auto">${field.label}${field.required ? mark(sheet.view.labels.required) : nothing}</label>`;
  return html`<div class=${field.type === "checkbox" ? "field check" : "field"}>
    ${field.type === "checkbox" ? html`${input}${label}` : html`${label}${input}`}${notes}
  </div>`;
}

function mark(required: string): TemplateResult {
  return html`<span class="mark" aria-hidden="true">*</span><span class="sr"> ${required}</span>`;
}

interface Notes {
  readonly described: string | typeof nothing;
  readonly notes: TemplateResult;
}

function notesOf(sheet: Sheet, id: string, path: string, help: string): Notes {
  const fault = sheet.desk.faults[path] ?? "";
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const notes = html`${help ? html`<p class="help" id="${id}-help">${help}</p>` : nothing}
    ${fault ? html`<p class="fault" id="${id}-fault">${noteIcon()}<span dir="auto">${fault}</span></p>` : nothing}`;
  return { described: described || nothing, notes };
}

function renderInput(
  sheet: Sheet,
  field: Field,
  path: string,
  described: string | typeof nothing,
): TemplateResult {
  const { view, offer, desk } = sheet;
  const type = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    view.offers.type(offer, path, field.type === "checkbox" ? String(input.checked) : input.value);
  };
  const id = fieldId(offer, path);
  const value = desk.values[path] ?? "";
  const invalid = desk.faults[path] ? "true" : nothing;
  const required = field.required ? "true" : nothing;
  switch (field.type) {
    case "checkbox":
      return html`<input id=${id} name=${path} type="checkbox" .checked=${value === "true"}
        aria-describedby=${described} aria-invalid=${invalid} @change=${type} />`;
    case "select":
      return html`<select id=${id} name=${path} .value=${value} @change=${type}
        aria-describedby=${described} aria-invalid=${invalid} aria-required=${required}>
        <option value="" ?selected=${value === ""}>${view.labels.choose}</option>
        ${field.options.map(
          (option) =>
            html`<option value=${String(option)} ?selected=${String(option) === value}>${String(option)}</option>`,
        )}
      </select>`;
    case "json":
    case "textarea":
      return html`<textarea id=${id} name=${path} rows="4" dir=${field.type === "json" ? "ltr" : "auto"} .value=${value} @input=${type}
        aria-describedby=${described} aria-invalid=${invalid} aria-required=${required}></textarea>`;
    default:
      return html`<input id=${id} name=${path} type=${nativeType(field)} dir="auto"
        inputmode=${inputMode(field)} autocomplete=${autocomplete(field)} .value=${value} @input=${type}
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

function hint(minimum: number | null, maximum: number | null): string {
  if (minimum !== null && maximum !== null) return `${minimum} – ${maximum}`;
  if (minimum !== null) return `≥ ${minimum}`;
  return maximum !== null ? `≤ ${maximum}` : "";
}
