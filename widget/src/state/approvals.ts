import { isRecord, type ApprovalData, type ApprovalState, type Part } from "../wire/parts";
import type { Turn } from "./turn";

const STATES: readonly string[] = [
  "waiting",
  "approved",
  "declined",
  "done",
  "failed",
  "expired",
  "unknown",
];

/** A card that came, or what became of one; the server's word counts, not what was clicked here. */
export function applyApproval(turn: Turn, data: Readonly<Record<string, unknown>>): Turn {
  const made = toApproval(data);
  if (!made) return turn;
  const known = turn.approvals.some((one) => one.call === made.call);
  const approvals = known
    ? turn.approvals.map((one) => (one.call === made.call ? made : one))
    : [...turn.approvals, made];
  return { ...turn, approvals, status: made.state === "waiting" ? null : turn.status };
}

/** How an approved call ended; the end of a declined one says nothing new. */
export function endApproval(turn: Turn, part: Part, became: "done" | "failed"): Turn {
  const lost = part["errorText"] === "outcome_unknown" || part["errorText"] === "page_silent";
  const state: ApprovalState = lost ? "unknown" : became;
  return settleApproval(turn, String(part["toolCallId"]), "approved", state);
}

/** Moves one card on, if it still stands where the caller saw it. */
export function settleApproval(turn: Turn, call: string, from: ApprovalState, state: ApprovalState): Turn {
  const stands = turn.approvals.some((one) => one.call === call && one.state === from);
  if (!stands) return turn;
  return { ...turn, approvals: turn.approvals.map((one) => (one.call === call ? { ...one, state } : one)) };
}

/** Nothing is asked in a turn that is over. */
export function withoutAsking(turn: Turn): Turn {
  const approvals = turn.approvals.map((one) =>
    one.state === "waiting" ? { ...one, state: "declined" as const } : one,
  );
  return { ...turn, approvals };
}

export function isApprovalState(value: unknown): value is ApprovalState {
  return typeof value === "string" && STATES.includes(value);
}

function toApproval(data: Readonly<Record<string, unknown>>): ApprovalData | null {
  const { call, approval, state } = data;
  if (typeof call !== "string" || call === "" || !isRecord(approval) || !isApprovalState(state)) return null;
  const { context, rows } = approval;
  return {
    call,
    tool: text(data["tool"]),
    title: text(data["title"]),
    ask: text(approval["ask"]),
    context: Array.isArray(context) ? context.filter((line) => typeof line === "string") : [],
    args: isRecord(data["args"]) ? data["args"] : {},
    rows: Array.isArray(rows) ? rows.filter(isRecord).map((row) => ({ name: text(row["name"]), value: text(row["value"]) })) : [],
    state,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
