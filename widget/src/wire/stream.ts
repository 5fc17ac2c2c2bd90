import { NetworkError, ServerError } from "./errors";
import type { Part } from "./parts";
import { PartReader, type StreamItem } from "./sse";

/** Where to (re)open a turn's stream, and what became of it. */
export interface StreamSource {
  /** The first opening, and each one before the turn's id is known. */
  start(signal: AbortSignal): Promise<Response>;
  /** Every later one. */
  resume(turn: string, after: string | null, signal: AbortSignal): Promise<Response>;
}

export interface StreamOptions {
  readonly source: StreamSource;
  readonly turn?: string | null;
  readonly onPart: (part: Part) => void;
  readonly onReconnect: () => void;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Runs `expire` unless it is called again within the time; gives a function that ends it. */
  readonly watch: (expire: () => void, ms: number) => () => void;
}

// The server sends a comment every 15 s; three missed ones mean a dead line.
const SILENCE_MS = 45_000;
const BACK_OFF_MS = [400, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

interface Progress {
  turn: string | null;
  after: string | null;
  parts: number;
  done: boolean;
}

/**
 * Follows a turn to its `[DONE]`, over as many connections as it takes (B093, B094).
 *
 * Raises ServerError when the server refuses, NetworkError when six openings in a row bring
 * nothing, AbortError when `signal` fires.
 */
export async function followTurn(options: StreamOptions): Promise<void> {
  const progress: Progress = { turn: options.turn ?? null, after: null, parts: 0, done: false };
  let failures = 0;
  for (;;) {
    const before = progress.parts;
    const fault = await readOnce(options, progress);
    if (progress.done) return;
    options.signal.throwIfAborted();
    if (fault instanceof ServerError && fault.status < 500) throw fault;
    failures = progress.parts > before ? 0 : failures + 1;
    const wait = BACK_OFF_MS[failures];
    if (wait === undefined) throw isOurs(fault) ? fault : new NetworkError("unreachable");
    if (progress.parts > 0) options.onReconnect();
    await options.sleep(wait, options.signal);
  }
}

function isOurs(fault: Error | null): fault is ServerError | NetworkError {
  return fault instanceof ServerError || fault instanceof NetworkError;
}

async function readOnce(options: StreamOptions, progress: Progress): Promise<Error | null> {
  const line = new AbortController();
  const cut = (): void => line.abort(options.signal.reason);
  options.signal.addEventListener("abort", cut, { once: true });
  try {
    const response = await openStream(options, progress, line.signal);
    await readBody(response, options, progress, line);
    return null;
  } catch (fault) {
    options.signal.throwIfAborted();
    if (fault instanceof Error || fault instanceof DOMException) return fault;
    throw fault;
  } finally {
    options.signal.removeEventListener("abort", cut);
  }
}

function openStream(
  options: StreamOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<Response> {
  if (progress.turn === null) return options.source.start(signal);
  return options.source.resume(progress.turn, progress.after, signal);
}

async function readBody(
  response: Response,
  options: StreamOptions,
  progress: Progress,
  line: AbortController,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const parts = new PartReader();
  // Nothing waits for this: the line is closed, or about to be.
  const close = (): void => void reader.cancel().catch(() => undefined);
  const silent = (): void => {
    line.abort();
    close();
  };
  let stopWatch = options.watch(silent, SILENCE_MS);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      stopWatch();
      stopWatch = options.watch(silent, SILENCE_MS);
      for (const item of parts.push(value)) take(item, options, progress);
      if (progress.done) return;
    }
  } finally {
    stopWatch();
    close();
  }
}

function take(item: StreamItem, options: StreamOptions, progress: Progress): void {
  if (item.kind === "done") {
    progress.done = true;
    return;
  }
  if (isOld(item.id, progress.after)) return;
  progress.after = item.id ?? progress.after;
  progress.parts += 1;
  const { part } = item;
  if (part.type === "start" && typeof part["messageId"] === "string") {
    progress.turn = part["messageId"];
  }
  options.onPart(part);
}

/** A stream opened again may begin before what was seen already. */
function isOld(id: string | null, after: string | null): boolean {
  if (id === null || after === null) return false;
  return Number(id) <= Number(after);
}
