import {
  isRecord,
  isScalar,
  type CallData,
  type Doubt,
  type Field,
  type FieldType,
  type OfferData,
  type OfferState,
  type PageLink,
  type PageRequest,
  type Part,
  type StoredTurn,
  type Verdict,
} from "../wire/parts";
import { applyApproval, endApproval } from "./approvals";
import { newTurn, type Source, type Status, type TextRun, type Told, type Turn } from "./turn";

/**
 * The turn after one part of its stream; the same part twice changes nothing but text.
 *
 * A part of an unknown type, or without what its type promises, leaves the turn as it was (B091,
 * B097).
 */
export function applyPart(turn: Turn, part: Part): Turn {
  // A type is a stranger's word: `toString` must not find what every object has.
  const apply = Object.hasOwn(APPLY, part.type) ? APPLY[part.type] : undefined;
  return apply ? apply(turn, part) : turn;
}

/** A stored turn, through the same door as the stream (B086). */
export function restoreTurn(stored: StoredTurn, live: boolean): Turn {
  const blank: Turn = { ...newTurn(stored.turn, stored.question, text(stored.quote)), id: stored.turn, live };
  const open = stored.state === "running" || stored.state === "waiting";
  // Its own stream brings everything again, from the start.
  if (open) return { ...blank, state: "running" };
  const read = stored.parts.reduce(applyPart, blank);
  return { ...read, state: stored.state, status: null, calls: [] };
}

type Apply = (turn: Turn, part: Part) => Turn;

const APPLY: Readonly<Record<string, Apply>> = {
  start: (turn, part) => ({ ...turn, id: text(part["messageId"]) || turn.id, state: "running" }),
  "data-status": applyStatus,
  "text-start": (turn, part) => addText(turn, text(part["id"]), ""),
  "text-delta": (turn, part) => addText(turn, text(part["id"]), text(part["delta"])),
  text: (turn, part) => addText(turn, `stored-${turn.texts.length}`, text(part["text"])),
  "source-url": applySource,
  "source-document": applySource,
  "data-claims": applyClaims,
  "data-offer": applyOffer,
  "data-call": applyCall,
  "data-verdict": applyVerdict,
  "tool-input-available": (turn, part) => tell(turn, part, { title: toolTitle(part) }),
  "tool-output-available": (turn, part) =>
    endApproval(tell(turn, part, { summary: summaryOf(part) }), part, "done"),
  "tool-output-error": (turn, part) => endApproval(turn, part, "failed"),
  "dynamic-tool": (turn, part) => tell(turn, part, { title: toolTitle(part), summary: summaryOf(part) }),
  error: applyError,
  finish: (turn) => ({ ...turn, status: null }),
};

function applyStatus(turn: Turn, part: Part): Turn {
  const data = isRecord(part["data"]) ? part["data"] : {};
  const phase = text(data["phase"]);
  if (!isPhase(phase)) return turn;
  return { ...turn, status: { phase, title: text(data["title"]) } };
}

function isPhase(value: string): value is Status["phase"] {
  return ["searching", "thinking", "tool", "page"].includes(value);
}

function addText(turn: Turn, id: string, delta: string): Turn {
  const known = turn.texts.some((run) => run.id === id);
  if (!known && delta === "") return turn;
  const texts: TextRun[] = known
    ? turn.texts.map((run) => (run.id === id ? { id, text: run.text + delta } : run))
    : [...turn.texts, { id, text: delta }];
  return { ...turn, texts, status: null };
}

function applySource(turn: Turn, part: Part): Turn {
  const id = text(part["sourceId"]);
  if (id === "") return turn;
  const meta = isRecord(part["providerMetadata"]) ? part["providerMetadata"]["docsteward"] : null;
  const own = isRecord(meta) ? meta : {};
  const url = text(part["url"]);
  const source: Source = {
    id,
    number: typeof own["number"] === "number" ? own["number"] : turn.sources.length + 1,
    kind: own["kind"] === "tool" ? "tool" : "section",
    title: text(part["title"]) || url || id,
    url: url || null,
    passage: text(own["passage"]),
  };
  return { ...turn, sources: merge(turn.sources, source, (one) => one.id) };
}

function tell(turn: Turn, part: Part, more: Partial<Told>): Turn {
  const call = text(part["toolCallId"]);
  if (call === "") return turn;
  const former = turn.told.find((one) => one.call === call) ?? { call, title: "", summary: "" };
  return { ...turn, told: merge(turn.told, { ...former, ...more }, (one) => one.call) };
}

function toolTitle(part: Part): string {
  return text(part["title"]) || text(part["toolName"]);
}

function summaryOf(part: Part): string {
  return isRecord(part["output"]) ? text(part["output"]["summary"]) : "";
}

function applyClaims(turn: Turn, part: Part): Turn {
  const data = isRecord(part["data"]) ? part["data"] : {};
  const doubts = Array.isArray(data["marked"]) ? data["marked"].flatMap(toDoubt) : [];
  return { ...turn, doubts, tentative: data["tentative"] === true };
}

function toDoubt(value: unknown): Doubt[] {
  if (!isRecord(value) || text(value["text"]) === "" || !Array.isArray(value["missing"])) return [];
  const missing = value["missing"]
    .filter(isRecord)
    .map((one) => ({ kind: text(one["kind"]), text: text(one["text"]) }));
  return missing.length === 0 ? [] : [{ text: text(value["text"]), missing }];
}

function applyOffer(turn: Turn, part: Part): Turn {
  const offer = isRecord(part["data"]) ? toOffer(part["data"]) : null;
  return offer ? { ...turn, offers: merge(turn.offers, offer, (one) => one.offer) } : turn;
}

function applyCall(turn: Turn, part: Part): Turn {
  const data = isRecord(part["data"]) ? part["data"] : {};
  const call = text(data["call"]);
  if (isRecord(data["approval"])) return applyApproval(turn, data);
  if (call === "" || !isRecord(data["request"])) return turn;
  const made: CallData = {
    call,
    tool: text(data["tool"]),
    title: text(data["title"]),
    request: data["request"] as unknown as PageRequest,
    seconds: typeof data["seconds"] === "number" ? data["seconds"] : 10,
  };
  return { ...turn, calls: merge(turn.calls, made, (one) => one.call) };
}

const VERDICTS: readonly string[] = [
  "answered",
  "refused",
  "withdrawn",
  "stopped",
  "interrupted",
  "failed",
];

function applyVerdict(turn: Turn, part: Part): Turn {
  const data = isRecord(part["data"]) ? part["data"] : {};
  const state = text(data["state"]);
  if (!VERDICTS.includes(state)) return turn;
  const closest = Array.isArray(data["closest"]) ? data["closest"].flatMap(toLink) : [];
  const masked = text(data["masked"]);
  const judged: Turn = {
    ...turn,
    // What the server did not keep is not kept on the page either.
    question: masked || turn.question,
    masked,
    state: state as Verdict,
    status: null,
    message: text(data["message"]),
    closest,
  };
  // What was shown has no support; nothing of it may stay.
  return state === "withdrawn" ? { ...judged, texts: [], sources: [], doubts: [], tentative: false } : judged;
}

function applyError(turn: Turn, part: Part): Turn {
  const message = text(part["errorText"]);
  const broken = turn.state === "interrupted" ? "interrupted" : "failed";
  return { ...turn, state: broken, status: null, message: message || turn.message };
}

function toLink(value: unknown): PageLink[] {
  if (!isRecord(value)) return [];
  const url = text(value["url"]);
  return url === "" ? [] : [{ url, title: text(value["title"]) || url }];
}

const OFFER_STATES: readonly string[] = [
  "offered",
  "reserved",
  "done",
  "failed",
  "unknown",
  "expired",
];

function toOffer(data: Readonly<Record<string, unknown>>): OfferData | null {
  const offer = text(data["offer"]);
  const state = text(data["state"]) || "offered";
  if (offer === "" || !OFFER_STATES.includes(state)) return null;
  const link = isRecord(data["link"]) ? data["link"] : null;
  return {
    offer,
    tool: text(data["tool"]),
    kind: data["kind"] === "form" ? "form" : "button",
    title: text(data["title"]),
    label: text(data["label"]) || text(data["title"]) || text(data["tool"]),
    args: isRecord(data["args"]) ? data["args"] : {},
    line: text(data["line"]),
    fields: toFields(data["fields"], 0),
    link: link ? { url: text(link["url"]), new_tab: link["new_tab"] === true } : null,
    state: state as OfferState,
    outcome: typeof data["outcome"] === "string" ? data["outcome"] : null,
  };
}

const FIELD_TYPES: readonly string[] = [
  "text",
  "email",
  "url",
  "number",
  "integer",
  "checkbox",
  "select",
  "textarea",
  "date",
  "time",
  "datetime-local",
  "list",
  "group",
  "json",
];
// The server allows eight; what is deeper was not written by it.
const DEEPEST = 12;

function toFields(list: unknown, depth: number): Field[] {
  const known: unknown[] = Array.isArray(list) && depth < DEEPEST ? list : [];
  return known.flatMap((one) => (isRecord(one) && text(one["name"]) !== "" ? [toField(one, depth)] : []));
}

function toField(value: Readonly<Record<string, unknown>>, depth: number): Field {
  const type = text(value["type"]);
  const item = isRecord(value["item"]) && depth < DEEPEST ? toField(value["item"], depth + 1) : null;
  return {
    name: text(value["name"]),
    label: text(value["label"]) || text(value["name"]),
    // A kind of field that this script is too old for is still a line of text.
    type: FIELD_TYPES.includes(type) ? (type as FieldType) : "text",
    required: value["required"] === true,
    value: value["value"] ?? null,
    options: Array.isArray(value["options"]) ? value["options"].filter(isScalar) : [],
    minimum: numberOrNull(value["minimum"]),
    maximum: numberOrNull(value["maximum"]),
    step: numberOrNull(value["step"]),
    min_length: numberOrNull(value["min_length"]),
    max_length: numberOrNull(value["max_length"]),
    pattern: typeof value["pattern"] === "string" ? value["pattern"] : null,
    item,
    min_items: numberOrNull(value["min_items"]),
    max_items: numberOrNull(value["max_items"]),
    fields: toFields(value["fields"], depth + 1),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function merge<T>(list: readonly T[], item: T, id: (one: T) => string): readonly T[] {
  const known = list.some((one) => id(one) === id(item));
  return known ? list.map((one) => (id(one) === id(item) ? item : one)) : [...list, item];
}
