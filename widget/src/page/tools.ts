import { isRecord } from "../wire/parts";

/** What a handler is told beside its arguments; `signal` fires when nobody waits for it any more. */
export interface HandlerContext {
  readonly question: string;
  readonly page: string;
  readonly signal: AbortSignal;
}

export type Handler = (args: unknown, context: HandlerContext) => unknown;

/** The page's tools as a question carries them (docs/wire.md, `page-tools`). */
export interface Brought {
  readonly page_tools?: readonly unknown[];
  readonly handlers?: readonly string[];
}

interface Defined {
  readonly wire: Readonly<Record<string, unknown>>;
  readonly execute: Handler;
  /** Makes the words of a confirmation for the input at hand. */
  readonly asks: ((input: unknown) => unknown) | null;
}

// The server reads far less; a question must not grow too large to be asked.
const MAX_DEFINITION = 20_000;
const MAX_DEFINITIONS = 24;
const MAX_ASK = 200;
const SENT = ["name", "title", "description", "inputSchema", "annotations"] as const;

/** The tools that the page's own script has given: whole ones, and handlers for tools of the site. */
export class PageTools {
  #defined: readonly Defined[] = [];
  readonly #registered: { readonly name: string; readonly handler: Handler }[] = [];
  readonly #told = new Set<string>();

  constructor(private readonly warn: (text: string, fault?: unknown) => void) {}

  /** Takes the place of what was configured before; one that cannot be is told and left out. */
  configure(list: unknown): void {
    if (!Array.isArray(list)) return this.tell(`tools must be a list, not ${show(list)}.`);
    this.#defined = list.flatMap((one: unknown) => this.#define(one)).slice(0, MAX_DEFINITIONS);
  }

  /** The newest handler of a name answers; gives a function that takes this one away again. */
  register(name: unknown, handler: unknown): () => void {
    if (typeof name !== "string" || name === "" || typeof handler !== "function") {
      this.tell(`registerTool needs a name and a function, not ${show(name)} and ${show(handler)}.`);
      return () => undefined;
    }
    const entry = { name, handler: handler as Handler };
    this.#registered.push(entry);
    return () => {
      const at = this.#registered.indexOf(entry);
      if (at >= 0) this.#registered.splice(at, 1);
    };
  }

  /** What runs under a name: what was registered, else the tool's own `execute` (SPEC I2). */
  find(name: string): Handler | undefined {
    const registered = this.#registered.findLast((one) => one.name === name);
    return registered?.handler ?? this.#defined.find((one) => one.wire["name"] === name)?.execute;
  }

  /** The page's words for a confirmation of these arguments; empty where it makes none. */
  ask(name: string, input: unknown): string {
    const asks = this.#defined.find((one) => one.wire["name"] === name)?.asks;
    if (!asks) return "";
    try {
      const made = asks(structuredClone(input));
      const label = isRecord(made) ? made["label"] : made;
      return typeof label === "string" ? label.slice(0, MAX_ASK) : "";
    } catch (fault) {
      // The page's own code; the server's neutral question stands.
      this.tell(`the confirmation of ${show(name)} failed.`, fault);
      return "";
    }
  }

  toSend(): Brought {
    const handlers = [...new Set(this.#registered.map((one) => one.name.slice(0, 200)))].slice(0, 60);
    return {
      ...(this.#defined.length > 0 ? { page_tools: this.#defined.map((one) => one.wire) } : {}),
      ...(handlers.length > 0 ? { handlers } : {}),
    };
  }

  /** Says a thing once: the page's tools are sent with every question. */
  tell(text: string, fault?: unknown): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.warn(`Docsteward: ${text}`, fault);
  }

  clear(): void {
    this.#defined = [];
    this.#registered.length = 0;
  }

  #define(tool: unknown): Defined[] {
    const name = isRecord(tool) && typeof tool["name"] === "string" ? tool["name"] : "";
    if (!isRecord(tool) || name === "" || typeof tool["execute"] !== "function") {
      this.tell(`the tool ${show(name || tool)} needs a name and an execute function; it is left out.`);
      return [];
    }
    const wire = toWire(tool);
    if (wire === null) {
      const most = `at most ${MAX_DEFINITION} characters of JSON`;
      this.tell(`the tool ${show(name)} is left out: its definition must be ${most}.`);
      return [];
    }
    return [{ wire, execute: tool["execute"] as Handler, asks: wordsOf(tool["confirmation"]) }];
  }
}

/** A copy that can be sent, for the page may change its own later; `null` for what is no JSON. */
function toWire(tool: Readonly<Record<string, unknown>>): Defined["wire"] | null {
  const sent: Record<string, unknown> = {};
  for (const key of SENT) if (tool[key] !== undefined) sent[key] = tool[key];
  const asks = confirmationOf(tool["confirmation"]);
  if (asks !== undefined) sent["confirmation"] = asks;
  try {
    const text = JSON.stringify(sent);
    return text.length > MAX_DEFINITION ? null : (JSON.parse(text) as Defined["wire"]);
  } catch (fault) {
    if (fault instanceof TypeError || fault instanceof RangeError) return null;
    throw fault;
  }
}

function wordsOf(confirmation: unknown): Defined["asks"] {
  const made = isRecord(confirmation) ? confirmation["label"] : confirmation;
  return typeof made === "function" ? (made as (input: unknown) => unknown) : null;
}

/** Words that depend on the input are made in the page; the server is told that there are some. */
function confirmationOf(confirmation: unknown): unknown {
  if (typeof confirmation === "function") return { computed: true };
  if (!isRecord(confirmation) || typeof confirmation["label"] !== "function") return confirmation;
  const { label: _computed, ...rest } = confirmation;
  return { ...rest, computed: true };
}

function show(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 80);
  } catch (fault) {
    if (fault instanceof TypeError || fault instanceof RangeError) return typeof value;
    throw fault;
  }
}
