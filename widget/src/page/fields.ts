import { isRecord, isScalar, type Field, type Scalar } from "../wire/parts";
import { fill, type Labels } from "../strings";
import { fromLocalTime, readNumber, toLocalTime } from "./typed";

/**
 * What stands in the fields, as text, by the path of each: a JSON pointer less its first slash,
 * as the server's faults have it. A list has the number of its rows there, and a group that may be
 * left out `1` while it is there.
 */
export type Values = Readonly<Record<string, string>>;

export interface Reading {
  readonly args: Readonly<Record<string, unknown>>;
  readonly faults: Readonly<Record<string, string>>;
}

/** The path of what stands under a name, or at a place of a list (RFC 6901). */
export function pathTo(parent: string, name: string | number): string {
  const step = String(name).replaceAll("~", "~0").replaceAll("/", "~1");
  return parent === "" ? step : `${parent}/${step}`;
}

/** How many rows a list has, or whether a group is there. */
export function countAt(values: Values, path: string): number {
  return Number(values[path] ?? 0);
}

/** What the fields show at first: the model's suggestions, as text (B160: none that does not fit). */
export function firstValues(fields: readonly Field[]): Values {
  const values: Record<string, string> = {};
  for (const field of fields) put(values, pathTo("", field.name), field, field.value);
  return values;
}

function put(values: Record<string, string>, path: string, field: Field, value: unknown): void {
  if (field.type === "list" && field.item) {
    const rows: readonly unknown[] = Array.isArray(value) ? value : [];
    const count = Math.max(rows.length, field.required ? (field.min_items ?? 0) : 0);
    values[path] = String(count);
    for (let at = 0; at < count; at += 1) {
      put(values, pathTo(path, at), field.item, at < rows.length ? rows[at] : field.item.value);
    }
  } else if (field.type === "group") {
    const given = isRecord(value) ? value : null;
    const suggested = given !== null || field.fields.some((one) => one.value !== null);
    values[path] = field.required || suggested ? "1" : "0";
    for (const one of field.fields) {
      put(values, pathTo(path, one.name), one, given?.[one.name] ?? one.value);
    }
  } else {
    values[path] = firstText(field, value);
  }
}

function firstText(field: Field, value: unknown): string {
  if (field.type === "json") return isRecord(value) ? JSON.stringify(value, null, 2) : "";
  if (field.type === "checkbox") return value === true || value === "true" ? "true" : "false";
  if (!isScalar(value)) return "";
  if (field.type === "select") return field.options.includes(value) ? String(value) : "";
  if (field.type === "datetime-local") return toLocalTime(String(value));
  return String(value);
}

/** One more row at the end of a list, or the group that may be left out. */
export function added(values: Values, path: string, field: Field): Values {
  const more: Record<string, string> = { ...values };
  if (field.type === "group") {
    put(more, path, { ...field, required: true }, null);
  } else if (field.item) {
    const count = countAt(values, path);
    more[path] = String(count + 1);
    put(more, pathTo(path, count), { ...field.item, required: true }, field.item.value);
  }
  return more;
}

/** The group, or a row of a list, taken away: those behind it move up. Good for faults too. */
export function removed<T>(
  texts: Readonly<Record<string, T>>,
  path: string,
  row: number | null,
): Readonly<Record<string, T>> {
  const kept: Record<string, T> = {};
  for (const [key, text] of Object.entries(texts)) {
    if (key === path || !key.startsWith(`${path}/`)) {
      kept[key] = text;
      continue;
    }
    const [at, ...rest] = key.slice(path.length + 1).split("/");
    const place = Number(at);
    if (row === null || place === row) continue;
    kept[[path, place > row ? place - 1 : place, ...rest].join("/")] = text;
  }
  return kept;
}

/** Every path at which a fault may be shown now. */
export function pathsOf(fields: readonly Field[], values: Values, parent = ""): readonly string[] {
  return fields.flatMap((field) => {
    const path = pathTo(parent, field.name);
    return [path, ...innerOf(field, values, path)];
  });
}

function innerOf(field: Field, values: Values, path: string): readonly string[] {
  if (field.type === "group") return pathsOf(field.fields, values, path);
  if (field.type !== "list" || !field.item) return [];
  const { item } = field;
  return Array.from({ length: countAt(values, path) }, (_, at) => pathTo(path, at)).flatMap((row) => [
    row,
    ...innerOf(item, values, row),
  ]);
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
  const faults: Record<string, string> = {};
  const args = new Reader(values, labels, locale, faults).group(fields, "");
  return { args, faults };
}

class Reader {
  constructor(
    private readonly values: Values,
    private readonly labels: Labels,
    private readonly locale: string,
    private readonly faults: Record<string, string>,
  ) {}

  group(fields: readonly Field[], parent: string): Record<string, unknown> {
    const found = fields.map((field) => [field.name, this.#one(field, pathTo(parent, field.name))]);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
  }

  /** `undefined` for what is absent, and for what has a fault. */
  #one(field: Field, path: string): unknown {
    const typed = this.values[path] ?? "";
    if (field.type === "list") return this.#list(field, path);
    if (field.type === "group") {
      return field.required || typed === "1" ? this.group(field.fields, path) : undefined;
    }
    if (field.type === "checkbox") return typed === "true";
    if (typed.trim() === "") {
      if (field.required) this.faults[path] = this.labels.fieldRequired;
      return undefined;
    }
    const read = readOne(field, typed, this.locale);
    if (read === undefined) this.faults[path] = faultOf(field, this.labels);
    return read;
  }

  #list(field: Field, path: string): unknown {
    const count = countAt(this.values, path);
    const { item, min_items: fewest } = field;
    if (count === 0 && !field.required) return undefined;
    if (fewest !== null && count < fewest) this.faults[path] = fill(this.labels.rowsFewest, { count: fewest });
    if (!item) return [];
    const rows = Array.from({ length: count }, (_, at) => pathTo(path, at));
    return rows.map((row) => this.#one({ ...item, required: true }, row));
  }
}

function readOne(field: Field, typed: string, locale: string): unknown {
  switch (field.type) {
    case "number":
      return readNumber(typed, locale) ?? undefined;
    case "integer": {
      const read = readNumber(typed, locale);
      return read !== null && Number.isSafeInteger(read) ? read : undefined;
    }
    case "select":
      return field.options.find((option: Scalar) => String(option) === typed);
    case "datetime-local":
      return fromLocalTime(typed) ?? undefined;
    case "json":
      return readObject(typed);
    default:
      return typed;
  }
}

function readObject(typed: string): unknown {
  try {
    const value: unknown = JSON.parse(typed);
    return isRecord(value) ? value : undefined;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function faultOf(field: Field, labels: Labels): string {
  switch (field.type) {
    case "integer":
      return labels.fieldInteger;
    case "number":
      return labels.fieldNumber;
    case "select":
      return labels.fieldChoice;
    case "json":
      return labels.fieldJson;
    default:
      return labels.fieldDate;
  }
}
