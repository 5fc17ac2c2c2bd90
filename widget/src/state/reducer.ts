import type { ApprovalState, OfferState, Part, StoredConversation } from "../wire/parts";
import { applyPart, restoreTurn } from "./apply";
import { settleApproval, withoutAsking } from "./approvals";
import { isOpen, newTurn, type Problem, type Turn } from "./turn";

/** What the reader does with one offer here; what became of it stands in the offer itself. */
export interface OfferDesk {
  readonly busy: boolean;
  readonly open: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, string>>;
  readonly reason: string;
}

export interface ChatState {
  readonly turns: readonly Turn[];
  readonly desks: Readonly<Record<string, OfferDesk>>;
  readonly notice: string;
}

export type ChatAction =
  | { readonly type: "ask"; readonly key: string; readonly question: string; readonly quote?: string }
  /** From the start: the stream will bring everything again. */
  | { readonly type: "again"; readonly key: string }
  | { readonly type: "mend"; readonly key: string }
  | { readonly type: "part"; readonly key: string; readonly part: Part }
  | { readonly type: "reconnect"; readonly key: string }
  | { readonly type: "problem"; readonly key: string; readonly problem: Problem }
  | { readonly type: "stopped"; readonly key: string }
  | { readonly type: "desk"; readonly offer: string; readonly desk: Partial<OfferDesk> }
  | {
      readonly type: "outcome";
      readonly offer: string;
      readonly state: OfferState;
      readonly outcome: string | null;
    }
  | {
      readonly type: "approval";
      readonly key: string;
      readonly call: string;
      readonly state: ApprovalState;
    }
  | {
      readonly type: "restore";
      readonly conversation: StoredConversation;
      readonly seen: ReadonlySet<string>;
    }
  | { readonly type: "notice"; readonly notice: string }
  | { readonly type: "clear" };

export const EMPTY_CHAT: ChatState = { turns: [], desks: {}, notice: "" };

export const CLOSED_DESK: OfferDesk = {
  busy: false,
  open: false,
  values: {},
  faults: {},
  reason: "",
};

// A page stays quick with this many; the server keeps the rest (B156).
const KEPT_TURNS = 50;

export function reduce(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "ask":
      return withTurns(state, [...state.turns, newTurn(action.key, action.question, action.quote)]);
    case "again":
      return onTurn(state, action.key, (turn) => ({
        ...newTurn(turn.key, turn.question, turn.quote),
        id: turn.id,
      }));
    case "mend":
      return onTurn(state, action.key, (turn) => ({ ...turn, problem: null }));
    case "part":
      return onTurn(state, action.key, (turn) => applyPart(turn, action.part));
    case "reconnect":
      return onTurn(state, action.key, (turn) => ({
        ...turn,
        status: { phase: "reconnecting", title: "" },
      }));
    case "problem":
      return onTurn(state, action.key, (turn) => ({
        ...turn,
        status: null,
        problem: action.problem,
      }));
    case "stopped":
      return onTurn(state, action.key, (turn) =>
        isOpen(turn) ? withoutAsking({ ...turn, state: "stopped", status: null }) : turn,
      );
    case "desk":
      return onDesk(state, action.offer, action.desk);
    case "outcome":
      return onOutcome(state, action.offer, action.state, action.outcome);
    case "approval":
      return onTurn(state, action.key, (turn) =>
        settleApproval(turn, action.call, "waiting", action.state),
      );
    case "restore":
      return onRestore(state, action.conversation, action.seen);
    case "notice":
      return { ...state, notice: action.notice };
    case "clear":
      return EMPTY_CHAT;
  }
}

function withTurns(state: ChatState, turns: readonly Turn[]): ChatState {
  return { ...state, turns: turns.slice(-KEPT_TURNS) };
}

function onTurn(state: ChatState, key: string, change: (turn: Turn) => Turn): ChatState {
  return { ...state, turns: state.turns.map((turn) => (turn.key === key ? change(turn) : turn)) };
}

function onDesk(state: ChatState, offer: string, desk: Partial<OfferDesk>): ChatState {
  const former = state.desks[offer] ?? CLOSED_DESK;
  return { ...state, desks: { ...state.desks, [offer]: { ...former, ...desk } } };
}

function onOutcome(
  state: ChatState,
  offer: string,
  became: OfferState,
  outcome: string | null,
): ChatState {
  const turns = state.turns.map((turn) => ({
    ...turn,
    offers: turn.offers.map((one) =>
      one.offer === offer ? { ...one, state: became, outcome } : one,
    ),
  }));
  const reason = became === "failed" ? (outcome ?? "") : "";
  return onDesk({ ...state, turns }, offer, { busy: false, reason, faults: {} });
}

/** What was asked while the stored conversation was on its way stays, behind it (B098). */
function onRestore(
  state: ChatState,
  conversation: StoredConversation,
  seen: ReadonlySet<string>,
): ChatState {
  const here = new Set(state.turns.flatMap((turn) => (turn.id === null ? [] : [turn.id])));
  const former = conversation.turns
    .filter((stored) => !here.has(stored.turn))
    .map((stored) => restoreTurn(stored, seen.has(stored.turn)));
  return withTurns(state, [...former, ...state.turns]);
}
