import type { Labels } from "../strings";
import { EMPTY_CHAT, reduce, type ChatAction, type ChatState } from "../state/reducer";
import type { Problem } from "../state/turn";
import { NetworkError, ServerError } from "../wire/errors";

export interface WidgetEvents {
  readonly open: Readonly<Record<string, never>>;
  readonly close: Readonly<Record<string, never>>;
  readonly answer: {
    readonly turn: string | null;
    readonly question: string;
    readonly state: string;
    readonly text: string;
    readonly sources: readonly { readonly title: string; readonly url: string | null }[];
  };
  readonly offer: { readonly offer: string; readonly tool: string; readonly label: string };
  readonly outcome: {
    readonly offer: string;
    readonly tool: string;
    readonly state: string;
    readonly outcome: string | null;
  };
}

export type EventName = keyof WidgetEvents;

export const EVENT_NAMES: readonly EventName[] = ["open", "close", "answer", "offer", "outcome"];

/** The one place where the chat's state lives, and the one it is told from. */
export class Hub {
  #state: ChatState = EMPTY_CHAT;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Map<EventName, Set<(detail: unknown) => void>>();

  constructor(private readonly warn: (text: string, fault: unknown) => void) {}

  get state(): ChatState {
    return this.#state;
  }

  dispatch(action: ChatAction): void {
    const next = reduce(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const watcher of this.#watchers) watcher();
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  on(name: EventName, listener: (detail: unknown) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit<N extends EventName>(name: N, detail: WidgetEvents[N]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(detail);
      } catch (fault) {
        // The page's code failed, not ours; the answer goes on.
        this.warn(`Docsteward: a listener of ${JSON.stringify(name)} failed.`, fault);
      }
    }
  }

  clear(): void {
    this.#watchers.clear();
    this.#listeners.clear();
  }
}

/** What the reader is told about a request that failed. */
export function toProblem(fault: unknown, labels: Labels): Problem {
  if (fault instanceof NetworkError) return { code: "network", message: labels[fault.trouble] };
  if (!(fault instanceof ServerError)) throw fault;
  if (fault.code === "turn_running") return { code: fault.code, message: labels.turnRunning };
  const own = fault.status < 500 && fault.message !== "";
  return { code: fault.code, message: own ? fault.message : labels.serverFault };
}

/** True for an abort that we asked for ourselves. */
export function isAbort(fault: unknown): boolean {
  return fault instanceof DOMException && fault.name === "AbortError";
}

