import type { FetchRequest, Report } from "../wire/parts";

export interface PageDoor {
  readonly fetch: typeof fetch;
  readonly page: () => string;
  /** Calls `expire` after the time unless the function it gives was called before. */
  readonly after: (expire: () => void, ms: number) => () => void;
  readonly warn: (text: string, fault?: unknown) => void;
}

export const MAX_BODY = 200_000;
const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/(?:javascript|x-ndjson|yaml)\b)/i;

/**
 * Makes exactly the request that the server asked for, as the reader, on the page's own origin.
 *
 * Never raises: what went wrong is in the report. A redirect is followed on this origin and
 * fails elsewhere (SPEC D2, D4).
 */
export async function runInPage(request: FetchRequest, door: PageDoor): Promise<Report> {
  const url = ownUrl(request.url, door.page());
  if (url === null) {
    door.warn(`Docsteward: ${JSON.stringify(request.url)} is not an address on this page's site.`);
    return { error: "network" };
  }
  const cut = new AbortController();
  let late = false;
  const settle = door.after(() => {
    late = true;
    cut.abort();
  }, (request.seconds ?? 10) * 1000);
  try {
    const response = await door.fetch(url, toInit(request, cut.signal));
    return await toReport(response);
  } catch (fault) {
    if (late) return { error: "timeout" };
    if (fault instanceof TypeError || fault instanceof DOMException) return { error: "network" };
    throw fault;
  } finally {
    settle();
  }
}

/** A relative address on the page's origin, whole; `null` for all others. */
export function ownUrl(url: string, page: string): string | null {
  // Browsers read a back-slash as a slash, so `/\host` would leave the site.
  if (!/^[/?#.\w]/.test(url) || /^[\\/]{2}/.test(url) || /^[a-z][a-z0-9+.-]*:/i.test(url)) return null;
  if (!URL.canParse(url, page)) return null;
  const built = new URL(url, page);
  return built.origin === new URL(page).origin ? built.href : null;
}

function toInit(request: FetchRequest, signal: AbortSignal): RequestInit {
  const init: RequestInit = {
    method: request.method,
    credentials: "same-origin",
    mode: "same-origin",
    redirect: "follow",
    cache: "no-store",
    headers: { Accept: "application/json, text/html;q=0.9, */*;q=0.5", ...request.headers },
    signal,
  };
  if (request.body !== undefined && request.method !== "GET") {
    init.body = JSON.stringify(request.body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  return init;
}

async function toReport(response: Response): Promise<Report> {
  const contentType = response.headers.get("content-type") ?? "";
  const readable = contentType === "" || TEXTUAL.test(contentType);
  // The server refuses what is no text by its type; its bytes need not travel.
  const body = readable ? await readText(response) : "";
  return { status: response.status, content_type: contentType, body };
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length > MAX_BODY) {
      await reader.cancel();
      return text.slice(0, MAX_BODY);
    }
  }
}
