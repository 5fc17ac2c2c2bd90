import type { ApprovalData, CallData, Doubt, OfferData, PageLink, TurnState } from "../wire/parts";

export interface Status {
  readonly phase: "searching" | "thinking" | "tool" | "page" | "reconnecting";
  readonly title: string;
}

export interface Source {
  readonly id: string;
  readonly number: number;
  readonly kind: "section" | "tool";
  readonly title: string;
  readonly url: string | null;
  readonly passage: string;
}

export interface Told {
  readonly call: string;
  readonly title: string;
  readonly summary: string;
}

export interface TextRun {
  readonly id: string;
  readonly text: string;
}

/** What stands in the way of a turn that has no verdict. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface Turn {
  /** The message's own name, made here; stays the same from the first key press to the end. */
  readonly key: string;
  readonly id: string | null;
  readonly question: string;
  /** The passage that the question is about, if one was quoted. */
  readonly quote: string;
  readonly state: "sending" | TurnState;
  readonly status: Status | null;
  readonly texts: readonly TextRun[];
  readonly sources: readonly Source[];
  readonly offers: readonly OfferData[];
  readonly calls: readonly CallData[];
  /** Calls that the reader is or was asked about. */
  readonly approvals: readonly ApprovalData[];
  /** What tools of the page had to say to the reader. */
  readonly told: readonly Told[];
  readonly doubts: readonly Doubt[];
  /** So much is in doubt that the whole answer is. */
  readonly tentative: boolean;
  readonly message: string;
  readonly closest: readonly PageLink[];
  /** What one press asks instead, where the question held a credential (E2). */
  readonly masked: string;
  readonly problem: Problem | null;
  /** False for a turn from a former visit: its offers are told, not pressed (F5). */
  readonly live: boolean;
}

export function newTurn(key: string, question: string, quote = ""): Turn {
  return {
    key,
    id: null,
    question,
    quote,
    state: "sending",
    status: null,
    texts: [],
    sources: [],
    offers: [],
    calls: [],
    approvals: [],
    told: [],
    doubts: [],
    tentative: false,
    message: "",
    closest: [],
    masked: "",
    problem: null,
    live: true,
  };
}

/** The answer as the server wrote it: Markdown with markers. */
export function answerText(turn: Turn): string {
  return turn.texts
    .map((run) => run.text)
    .filter((text) => text !== "")
    .join("\n\n");
}

/** True while something waits for the reader's word: nothing runs meanwhile (B069). */
export function isAsking(turn: Turn): boolean {
  return isOpen(turn) && turn.approvals.some((one) => one.state === "waiting");
}

/** True while the turn may still change by itself. */
export function isOpen(turn: Turn): boolean {
  if (turn.problem) return false;
  return turn.state === "sending" || turn.state === "running" || turn.state === "waiting";
}

/** The answer with a sign behind each sentence that is in doubt, and those that were not found in it. */
export function withDoubts(turn: Turn): { readonly text: string; readonly astray: readonly Doubt[] } {
  // Only here may the sign come from: what a model wrote has none.
  let text = answerText(turn).replace(/[\uE000\uE001]/g, "");
  let from = 0;
  const astray: Doubt[] = [];
  turn.doubts.forEach((doubt, index) => {
    const at = text.indexOf(doubt.text, from);
    if (at < 0) {
      astray.push(doubt);
      return;
    }
    // In a table the last bar ends the cell.
    const end = at + doubt.text.replace(/\s*\|\s*$/, "").length;
    const sign = `\uE000${index}\uE001`;
    text = text.slice(0, end) + sign + text.slice(end);
    from = at + doubt.text.length + sign.length;
  });
  return { text, astray };
}
