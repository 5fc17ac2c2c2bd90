/** What the server sends, as docs/wire.md writes it down. */

export type Verdict = "answered" | "refused" | "withdrawn" | "stopped" | "interrupted" | "failed";

export type TurnState = Verdict | "running" | "waiting";

export interface PageLink {
  readonly title: string;
  readonly url: string;
}

export interface FetchRequest {
  readonly kind: "fetch";
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly seconds?: number;
}

export interface EventRequest {
  readonly kind: "event";
  readonly name: string;
  readonly detail: unknown;
}

export interface HrefRequest {
  readonly kind: "href";
  readonly url: string;
  readonly new_tab: boolean;
}

export interface HandlerRequest {
  readonly kind: "handler";
  readonly tool: string;
  readonly args: unknown;
  readonly context: { readonly question: string; readonly page: string };
  readonly seconds: number;
}

export type PageRequest = FetchRequest | EventRequest | HrefRequest | HandlerRequest;

export interface CallData {
  readonly call: string;
  readonly tool: string;
  readonly title: string;
  readonly request: PageRequest;
  readonly seconds?: number;
}

export type ApprovalState =
  | "waiting"
  | "approved"
  | "declined"
  | "done"
  | "failed"
  | "expired"
  | "unknown";

/** A call that the reader is asked about, and where it stands. */
export interface ApprovalData {
  readonly call: string;
  readonly tool: string;
  readonly title: string;
  readonly ask: string;
  readonly context: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
  readonly state: ApprovalState;
}

export interface DecisionReply {
  readonly state: "approved" | "declined";
  readonly request: PageRequest | null;
}

export type FieldType =
  | "text"
  | "email"
  | "url"
  | "number"
  | "integer"
  | "checkbox"
  | "select"
  | "textarea"
  | "date"
  | "time"
  | "datetime-local"
  | "list"
  | "group"
  | "json";

export type Scalar = string | number | boolean;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** A scalar, the items of a list, the object of a `json` field, or `null`. */
  readonly value: unknown;
  readonly options: readonly Scalar[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly step: number | null;
  readonly min_length: number | null;
  readonly max_length: number | null;
  readonly pattern: string | null;
  /** What each row of a list is. */
  readonly item: Field | null;
  readonly min_items: number | null;
  readonly max_items: number | null;
  /** What a group holds. */
  readonly fields: readonly Field[];
}

export type OfferState = "offered" | "reserved" | "done" | "failed" | "unknown" | "expired";

export interface OfferData {
  readonly offer: string;
  readonly tool: string;
  readonly kind: "button" | "form";
  readonly title: string;
  readonly label: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly line: string;
  readonly fields: readonly Field[];
  readonly link: { readonly url: string; readonly new_tab: boolean } | null;
  readonly state: OfferState;
  readonly outcome: string | null;
}

/** A sentence as it stands in the answer, and what of it its sources do not hold. */
export interface Doubt {
  readonly text: string;
  readonly missing: readonly { readonly kind: string; readonly text: string }[];
}

export interface VerdictData {
  readonly state: Verdict;
  readonly cause: string | null;
  readonly message: string;
  readonly closest: readonly PageLink[];
  /** The question without the credential that it held. */
  readonly masked?: string;
}

/** A part of the stream or of a stored message: only its type is known before it is read. */
export type Part = Readonly<Record<string, unknown>> & { readonly type: string };

export interface StoredTurn {
  readonly turn: string;
  readonly question: string;
  readonly quote?: string;
  readonly state: TurnState;
  readonly parts: readonly Part[];
}

export interface StoredConversation {
  readonly id: string;
  readonly turns: readonly StoredTurn[];
}

export interface Fault {
  readonly field: string;
  readonly message: string;
}

export type PressReply =
  | { readonly state: "done" | "failed"; readonly outcome: string }
  | { readonly state: "reserved"; readonly request: PageRequest };

/** What the page tells the server about a request that it made. */
export type Report =
  | { readonly status: number; readonly content_type: string; readonly body: string }
  | {
      readonly ok: true;
      readonly content_type?: string;
      readonly body?: string;
      readonly summary?: string;
    }
  | {
      readonly error: "network" | "timeout" | "unregistered" | "no_result" | "threw" | "aborted";
      readonly body?: string;
    };

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}

export function isPart(value: unknown): value is Part {
  return isRecord(value) && typeof value["type"] === "string";
}
