import type { Inline } from "./ast";
import { delimiter, resolveEmphasis, type Piece } from "./emphasis";
import { safeUrl } from "./url";

export interface InlineOptions {
  /** The text still grows: what is cut at its end is not shown as it stands. */
  readonly open: boolean;
  readonly links: boolean;
}

const ESCAPABLE = /[!-/:-@[-`{-~]/;
const MARKER = /\[(\d{1,3})\](?!\()/y;
const WRAPPED_MARKER = /\[\[(\d{1,3})\]\]\(/y;
const DOUBT = /\uE000(\d{1,3})\uE001/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/y;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/y;
const BREAK = /(?: {2,}|\\)\n[ \t]*/y;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** One paragraph's words: emphasis, code, links, markers. HTML is text (B147), so is `$` (B146). */
export function parseInline(source: string, options: InlineOptions): Inline[] {
  const scanner = new Scanner(options.open ? dropCutTail(source) : source, options);
  return resolveEmphasis(scanner.read(), options.open);
}

/** Takes away a marker, link or mark that the next delta will complete. */
function dropCutTail(source: string): string {
  return source
    .replace(/!?\[(\d{0,3})$/, "")
    .replace(/!?\[([^[\]\n]*)\](?:\([^()\s]*)?$/, (whole, label: string) =>
      /^\[\d+\]$/.test(whole) ? whole : label,
    )
    .replace(/(^|[\s\p{P}\p{L}])(?:\*{1,3}|_{1,3}|~{1,2})$/u, "$1");
}

class Scanner {
  readonly #source: string;
  readonly #options: InlineOptions;
  readonly #pieces: Piece[] = [];
  #text = "";
  #at = 0;

  constructor(source: string, options: InlineOptions) {
    this.#source = source;
    this.#options = options;
  }

  read(): Piece[] {
    while (this.#at < this.#source.length) {
      if (!this.#special(this.#source.charAt(this.#at))) this.#plain();
    }
    this.#flush();
    return this.#pieces;
  }

  #plain(): void {
    const rest = this.#source.slice(this.#at + 1);
    const next = rest.search(/[\\`*_~[!<& \uE000]/);
    const end = next < 0 ? this.#source.length : this.#at + 1 + next;
    this.#text += this.#source.slice(this.#at, end);
    this.#at = end;
  }

  #special(char: string): boolean {
    switch (char) {
      case "\\":
        return this.#lineBreak() || this.#escape();
      case " ":
        return this.#lineBreak();
      case "`":
        return this.#code();
      case "*":
      case "_":
      case "~":
        return this.#marks(char);
      case "[":
        return this.#marker() || this.#link(this.#at);
      case "!":
        return this.#source.charAt(this.#at + 1) === "[" && this.#link(this.#at + 1);
      case "<":
        return this.#autolink();
      case "&":
        return this.#entity();
      case "\uE000":
        return this.#doubt();
      default:
        return false;
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source);
  }

  #flush(): void {
    if (this.#text !== "") this.#pieces.push({ kind: "text", text: this.#text });
    this.#text = "";
  }

  #push(piece: Piece, end: number): true {
    this.#flush();
    this.#pieces.push(piece);
    this.#at = end;
    return true;
  }

  #append(text: string, end: number): true {
    this.#text += text;
    this.#at = end;
    return true;
  }

  #doubt(): boolean {
    const found = this.#match(DOUBT);
    return found !== null && this.#push({ kind: "doubt", index: Number(found[1]) }, this.#at + found[0].length);
  }

  #lineBreak(): boolean {
    const found = this.#match(BREAK);
    return found !== null && this.#push({ kind: "break" }, this.#at + found[0].length);
  }

  #escape(): boolean {
    const next = this.#source.charAt(this.#at + 1);
    return ESCAPABLE.test(next) && this.#append(next, this.#at + 2);
  }

  #code(): boolean {
    const run = /`+/.exec(this.#source.slice(this.#at))?.[0] ?? "`";
    const from = this.#at + run.length;
    const end = findRun(this.#source, run, from);
    if (end < 0 && !this.#options.open) return this.#append(run, from);
    const inner = this.#source.slice(from, end < 0 ? undefined : end).replace(/\n/g, " ");
    const padded = /^ .*[^ ].* $/.test(inner) || /^ [^ ] $/.test(inner);
    const text = padded ? inner.slice(1, -1) : inner;
    if (text === "") return this.#append("", this.#source.length);
    return this.#push({ kind: "code", text }, end < 0 ? this.#source.length : end + run.length);
  }

  #marks(mark: string): boolean {
    let end = this.#at;
    while (this.#source.charAt(end) === mark) end += 1;
    const count = end - this.#at;
    if (mark === "~" && count !== 2) return this.#append(mark.repeat(count), end);
    const before = [...this.#source.slice(Math.max(0, this.#at - 2), this.#at)].at(-1) ?? "";
    const after = [...this.#source.slice(end, end + 2)][0] ?? "";
    return this.#push(delimiter(mark, count, before, after), end);
  }

  #marker(): boolean {
    const found = this.#match(MARKER);
    if (found) {
      return this.#push({ kind: "marker", number: Number(found[1]) }, this.#at + found[0].length);
    }
    // A marker that was dressed as a link keeps its number; its address comes from data (B058).
    const wrapped = this.#match(WRAPPED_MARKER);
    const end = wrapped ? closing(this.#source, this.#at + wrapped[0].length - 1, "(", ")") : -1;
    if (!wrapped || end < 0) return false;
    return this.#push({ kind: "marker", number: Number(wrapped[1]) }, end + 1);
  }

  /** A link, or an image, which is shown as a link to it. */
  #link(bracket: number): boolean {
    const close = closing(this.#source, bracket, "[", "]");
    if (close < 0 || this.#source.charAt(close + 1) !== "(") return false;
    const target = readTarget(this.#source, close + 2);
    if (!target) return false;
    const label = this.#source.slice(bracket + 1, close);
    const children = parseInline(label || target.url, { open: false, links: false });
    const url = this.#options.links ? safeUrl(target.url) : null;
    if (url === null) {
      this.#flush();
      this.#pieces.push(...children);
      this.#at = target.end;
      return true;
    }
    return this.#push({ kind: "link", url, children }, target.end);
  }

  #autolink(): boolean {
    const found = this.#options.links ? this.#match(AUTOLINK) : null;
    const url = found?.[1] ? safeUrl(found[1]) : null;
    if (!found || url === null) return false;
    const shown: Inline = { kind: "text", text: url.replace(/^mailto:/, "") };
    return this.#push({ kind: "link", url, children: [shown] }, this.#at + found[0].length);
  }

  #entity(): boolean {
    const found = this.#match(ENTITY);
    if (!found) return false;
    const [whole, decimal, hex, named] = found;
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code !== null && (code === 0 || code > 0x10ffff)) return false;
    const char = code === null ? (NAMED[named ?? ""] ?? whole) : String.fromCodePoint(code);
    return this.#append(char, this.#at + whole.length);
  }
}

function findRun(source: string, run: string, from: number): number {
  const pattern = new RegExp(`(?<!\`)${run}(?!\`)`, "g");
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? -1;
}

/** The place of the bracket that closes the one at `from`, or -1. Escapes and code are skipped. */
function closing(source: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "`" && open === "[") at = skipCode(source, at);
    else if (char === open) depth += 1;
    else if (char === close) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function skipCode(source: string, at: number): number {
  const run = /^`+/.exec(source.slice(at))?.[0] ?? "`";
  const end = findRun(source, run, at + run.length);
  return end < 0 ? at + run.length - 1 : end + run.length - 1;
}

interface Target {
  readonly url: string;
  readonly end: number;
}

function readTarget(source: string, from: number): Target | null {
  const pointed = /<([^<>\n]*)>/y;
  pointed.lastIndex = from;
  const angled = pointed.exec(source);
  if (angled) return withTitle(source, angled[1] ?? "", from + angled[0].length);
  let depth = 0;
  let at = from;
  for (; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (/\s/.test(char)) break;
    if (char === "(") depth += 1;
    if (char === ")") {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return withTitle(source, source.slice(from, at), at);
}

/** A title after the address is read and dropped: it would only show on hover. */
function withTitle(source: string, url: string, from: number): Target | null {
  const tail = /(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;
  tail.lastIndex = from;
  const found = tail.exec(source);
  return found && url !== "" ? { url, end: from + found[0].length } : null;
}
