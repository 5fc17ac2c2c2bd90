import type { Field, Scalar } from "../wire/parts";
import type { Labels } from "../strings";

export type Values = Readonly<Record<string, string>>;

export interface Reading {
  readonly args: Readonly<Record<string, Scalar>>;
  readonly faults: Readonly<Record<string, string>>;
}

/** What the fields show at first: the model's suggestions, as text (B160: none that does not fit). */
export function firstValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]));
}

function firstValue(field: Field): string {
  const { value } = field;
  if (field.type === "checkbox") return value === true || value === "true" ? "true" : "false";
  if (value === null) return "";
  if (field.type === "select") return field.options.includes(value) ? String(value) : "";
  if (field.type === "datetime-local") return toLocalTime(String(value));
  return String(value);
}

/**
 * The typed texts as arguments. Empty and optional is absent (B158); numbers are read only now,
 * so that what was typed stays as it was (B157). The server checks everything again (SPEC B5).
 */
export function readValues(
  fields: readonly Field[],
  values: Values,
  labels: Labels,
  locale: string,
): Reading {
  const args: Record<string, Scalar> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const typed = values[field.name] ?? "";
    if (field.type === "checkbox") {
      args[field.name] = typed === "true";
    } else if (typed.trim() === "") {
      if (field.required) faults[field.name] = labels.fieldRequired;
    } else {
      const read = readOne(field, typed, locale);
      if (read === null) faults[field.name] = faultOf(field, labels);
      else args[field.name] = read;
    }
  }
  return { args, faults };
}

function readOne(field: Field, typed: string, locale: string): Scalar | null {
  switch (field.type) {
    case "number":
      return readNumber(typed, locale);
    case "integer": {
      const read = readNumber(typed, locale);
      return read !== null && Number.isSafeInteger(read) ? read : null;
    }
    case "select":
      return field.options.find((option) => String(option) === typed) ?? null;
    case "datetime-local":
      return fromLocalTime(typed);
    default:
      return typed;
  }
}

function faultOf(field: Field, labels: Labels): string {
  if (field.type === "integer") return labels.fieldInteger;
  if (field.type === "number") return labels.fieldNumber;
  return field.type === "select" ? labels.fieldChoice : labels.fieldDate;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** `null` for what is no number, or two numbers depending on the country: `1,500` in English. */
export function readNumber(typed: string, locale: string): number | null {
  let text = typed.trim().replace("−", "-");
  const comma = decimalMark(locale) === ",";
  const grouped = /^[+-]?\d{1,3}([.,])\d{3}$/.exec(text);
  if (grouped && (grouped[1] === ",") !== comma) return null;
  if (!text.includes(".")) text = text.replace(",", ".");
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function decimalMark(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === "decimal")?.value ?? ".";
}

/** JSON Schema's `date-time` wants an offset; the reader's own is meant. */
function fromLocalTime(typed: string): string | null {
  const date = new Date(typed);
  if (Number.isNaN(date.getTime())) return null;
  const minutes = -date.getTimezoneOffset();
  const sign = minutes < 0 ? "-" : "+";
  const two = (value: number): string => String(Math.abs(value)).padStart(2, "0");
  const offset = `${sign}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  const seconds = /T\d\d:\d\d$/.test(typed) ? `${typed}:00` : typed;
  return seconds + offset;
}

function toLocalTime(value: string): string {
  if (!/(?:Z|[+-]\d\d:\d\d)$/i.test(value)) return value.slice(0, 16);
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "";
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
