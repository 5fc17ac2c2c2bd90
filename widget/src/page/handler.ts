import { isRecord, type HandlerRequest, type Report } from "../wire/parts";
import { MAX_BODY, type PageDoor } from "./request";
import type { Handler, PageTools } from "./tools";

const MAX_SUMMARY = 1_000;
const MAX_MESSAGE = 500;

/**
 * Runs the page's own handler and reads what it gave, as docs/wire.md has it (`handlers`).
 *
 * Never raises: what went wrong is in the report. Nothing is awaited for longer than the server
 * asks, and not once `stop` has fired (SPEC D4); the handler is told by its signal.
 */
export async function runHandler(
  request: HandlerRequest,
  tools: PageTools,
  door: Pick<PageDoor, "after" | "warn">,
  stop: AbortSignal,
): Promise<Report> {
  const handler = tools.find(request.tool);
  if (!handler) return { error: "unregistered" };
  const over = new AbortController();
  const ended = new Promise<Report>((resolve) => {
    const end = (error: "timeout" | "aborted") => (): void => {
      resolve({ error });
      over.abort();
    };
    const disarm = door.after(end("timeout"), request.seconds * 1000);
    const aborted = end("aborted");
    if (stop.aborted) aborted();
    stop.addEventListener("abort", aborted, { once: true });
    over.signal.addEventListener("abort", () => {
      disarm();
      stop.removeEventListener("abort", aborted);
    });
  });
  const report = await Promise.race([ended, attempt(request, handler, door, over.signal)]);
  over.abort();
  return report;
}

async function attempt(
  request: HandlerRequest,
  handler: Handler,
  door: Pick<PageDoor, "warn">,
  signal: AbortSignal,
): Promise<Report> {
  const { question, page } = request.context;
  try {
    signal.throwIfAborted();
    // A copy: what the page does to its arguments is not what was asked.
    return toReport(await handler(structuredClone(request.args), { question, page, signal }));
  } catch (fault) {
    // The page's own code; its author needs the whole of it, the model one line.
    if (!signal.aborted) door.warn(`Docsteward: the handler of ${JSON.stringify(request.tool)} failed.`, fault);
    return threw(fault instanceof Error ? fault.message : fault);
  }
}

/** What a handler returned; `{output, summary}` is told apart (SPEC I2). */
function toReport(returned: unknown): Report {
  const { output, summary } = parted(returned);
  // Nothing is no answer: it must not read as a yes (B071).
  if (output === undefined) return { error: "no_result" };
  const body = toJson(output);
  if (body === null) return threw("what it returned is no JSON");
  const report: Report = { ok: true, content_type: "application/json", body: sendable(body, MAX_BODY) };
  return summary === "" ? report : { ...report, summary: sendable(summary, MAX_SUMMARY) };
}

function parted(returned: unknown): { readonly output: unknown; readonly summary: string } {
  const keys = isRecord(returned) ? Object.keys(returned) : [];
  const known = keys.length > 0 && keys.every((key) => key === "output" || key === "summary");
  if (!isRecord(returned) || !known) return { output: returned, summary: "" };
  const summary = typeof returned["summary"] === "string" ? returned["summary"] : "";
  // With words for the reader alone, they are all that there is to say.
  return { output: "output" in returned ? returned["output"] : summary || undefined, summary };
}

/** `null` for what JSON has no form for, such as a function, a cycle, a Map or a Response. */
function toJson(value: unknown): string | null {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !("toJSON" in value)) {
    const kind: unknown = Object.getPrototypeOf(value);
    // Another frame's plain object has a prototype of its own, which has none above it.
    if (kind !== null && Object.getPrototypeOf(kind) !== null) return null;
  }
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    // A cycle, a BigInt, or a `toJSON` of the page that throws whatever it likes.
    return null;
  }
}

function threw(message: unknown): Report {
  const body = typeof message === "string" ? sendable(message, MAX_MESSAGE) : "";
  return { error: "threw", body };
}

/** Cut, and without halves of characters: the server takes none. */
export function sendable(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Surrogate}/gu, "\ufffd");
}
