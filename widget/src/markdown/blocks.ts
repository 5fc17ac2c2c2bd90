import type { Align, Block, Inline, ListItem } from "./ast";
import { parseInline } from "./inline";

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}>\s?/;
const BULLET = /^( *)([-*+]|\d{1,9}[.)])(\s+|$)/;
const DIVIDER = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

// Deeper nesting is no answer; its lines are shown as text.
const MAX_DEPTH = 8;

/** An answer as blocks; `open` while it still grows, so that no half-written mark is shown. */
export function parseMarkdown(source: string, open = false): Block[] {
  const lines = source.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n");
  return new BlockParser(lines, open, 0).read();
}

class BlockParser {
  readonly #blocks: Block[] = [];
  #at = 0;

  constructor(
    private readonly lines: readonly string[],
    private readonly open: boolean,
    private readonly depth: number,
  ) {}

  read(): Block[] {
    while (this.#at < this.lines.length) {
      if (this.#line().trim() === "") this.#at += 1;
      else this.#block();
    }
    return this.#blocks;
  }

  #line(ahead = 0): string {
    return this.lines[this.#at + ahead] ?? "";
  }

  #atEnd(): boolean {
    return this.open && this.#at >= this.lines.length;
  }

  #inline(text: string): Inline[] {
    return parseInline(text, { open: this.#atEnd(), links: true });
  }

  #nested(lines: readonly string[]): Block[] {
    if (this.depth < MAX_DEPTH) {
      return new BlockParser(lines, this.#atEnd(), this.depth + 1).read();
    }
    return [{ kind: "paragraph", children: [{ kind: "text", text: lines.join("\n") }] }];
  }

  #block(): void {
    const line = this.#line();
    if (FENCE.test(line)) this.#code(line);
    else if (HEADING.test(line)) this.#heading(line);
    else if (RULE.test(line)) this.#rule();
    else if (QUOTE.test(line)) this.#quote();
    else if (BULLET.test(line)) this.#list();
    else if (this.#startsTable()) this.#table();
    else this.#paragraph();
  }

  #code(line: string): void {
    const [, fence = "```", language = ""] = FENCE.exec(line) ?? [];
    const indent = line.search(/\S/);
    const end = new RegExp(`^ {0,3}\\${fence.charAt(0)}{${fence.length},}\\s*$`);
    const body: string[] = [];
    this.#at += 1;
    while (this.#at < this.lines.length && !end.test(this.#line())) {
      body.push(this.#line().replace(new RegExp(`^ {0,${indent}}`), ""));
      this.#at += 1;
    }
    this.#at += 1;
    this.#blocks.push({ kind: "code", language, text: body.join("\n") });
  }

  #heading(line: string): void {
    const [, marks = "#", text = ""] = HEADING.exec(line) ?? [];
    this.#at += 1;
    this.#blocks.push({ kind: "heading", level: marks.length, children: this.#inline(text) });
  }

  #rule(): void {
    this.#at += 1;
    // At the end of a growing text `---` may yet become something else.
    if (!this.#atEnd()) this.#blocks.push({ kind: "rule" });
  }

  #quote(): void {
    const body: string[] = [];
    while (this.#at < this.lines.length && this.#line().trim() !== "") {
      if (!QUOTE.test(this.#line()) && this.#interrupts()) break;
      body.push(this.#line().replace(QUOTE, ""));
      this.#at += 1;
    }
    this.#blocks.push({ kind: "quote", blocks: this.#nested(body) });
  }

  #list(): void {
    const first = BULLET.exec(this.#line());
    const base = first?.[1]?.length ?? 0;
    const mark = first?.[2] ?? "-";
    const items: ListItem[] = [];
    let tight = true;
    while (this.#at < this.lines.length) {
      const found = BULLET.exec(this.#line());
      if (!found || !sameList(mark, found[2] ?? "") || RULE.test(this.#line())) break;
      if ((found[1]?.length ?? 0) < base) break;
      const { lines, loose } = this.#item(found);
      items.push(this.#toItem(lines));
      if (loose) tight = false;
    }
    const ordered = /\d/.test(mark);
    const start = ordered ? Number.parseInt(mark, 10) : 1;
    this.#blocks.push({ kind: "list", ordered, start, tight, items });
  }

  #item(found: RegExpExecArray): { lines: string[]; loose: boolean } {
    const outer = found[1]?.length ?? 0;
    const gap = found[3] ?? "";
    const content = outer + (found[2]?.length ?? 1) + (gap.length > 4 ? 1 : Math.max(1, gap.length));
    const lines = [this.#line().slice(content)];
    let loose = false;
    this.#at += 1;
    while (this.#at < this.lines.length) {
      const line = this.#line();
      if (line.trim() === "") {
        const next = this.lines.slice(this.#at).find((one) => one.trim() !== "") ?? "";
        const inside = indentOf(next) > outer && next !== "";
        if (!inside && !BULLET.test(next)) break;
        lines.push("");
        this.#at += 1;
        loose = true;
        if (!inside && indentOf(next) <= outer) break;
        continue;
      }
      // Models indent what belongs to an item by two or three, whatever its mark is wide.
      const beside = indentOf(line) <= outer;
      if (beside && (BULLET.test(line) || this.#interrupts() || lines.at(-1) === "")) break;
      lines.push(line.slice(Math.min(indentOf(line), content)));
      this.#at += 1;
    }
    return { lines, loose: loose && lines.at(-1) !== undefined };
  }

  #toItem(lines: string[]): ListItem {
    const task = /^\[([ xX])\]\s+/.exec(lines[0] ?? "");
    if (!task) return { done: null, blocks: this.#nested(lines) };
    const rest = [(lines[0] ?? "").slice(task[0].length), ...lines.slice(1)];
    return { done: task[1] !== " ", blocks: this.#nested(rest) };
  }

  #startsTable(): boolean {
    if (!this.#line().includes("|") || !DIVIDER.test(this.#line(1))) return false;
    return cells(this.#line()).length === cells(this.#line(1)).length;
  }

  #table(): void {
    const head = cells(this.#line());
    const align = cells(this.#line(1)).map(toAlign);
    const rows: string[][] = [];
    this.#at += 2;
    while (this.#at < this.lines.length && this.#line().trim() !== "" && !this.#interrupts()) {
      const row = cells(this.#line());
      rows.push(head.map((_, column) => row[column] ?? ""));
      this.#at += 1;
    }
    this.#blocks.push({
      kind: "table",
      align,
      head: head.map((cell) => this.#inline(cell)),
      rows: rows.map((row) => row.map((cell) => this.#inline(cell))),
    });
  }

  #paragraph(): void {
    const body = [this.#line().trimStart()];
    this.#at += 1;
    while (this.#at < this.lines.length && this.#line().trim() !== "" && !this.#interrupts()) {
      if (this.#startsTable()) break;
      body.push(this.#line().trimStart());
      this.#at += 1;
    }
    // The first row of a table that has not come whole yet would flash as text.
    if (this.#atEnd() && body.at(-1)?.startsWith("|")) body.pop();
    const text = body.join("\n").trimEnd();
    if (text !== "") this.#blocks.push({ kind: "paragraph", children: this.#inline(text) });
  }

  #interrupts(): boolean {
    const line = this.#line();
    const bullet = BULLET.exec(line);
    // A number in running text begins a list only when it is 1 (CommonMark 5.3).
    const list = bullet !== null && /\S/.test(line.slice(bullet[0].length));
    return (
      FENCE.test(line) ||
      HEADING.test(line) ||
      RULE.test(line) ||
      QUOTE.test(line) ||
      (list && (this.depth > 0 || !/^\d/.test(bullet[2] ?? "") || /^1[.)]/.test(bullet[2] ?? "")))
    );
  }
}

function sameList(one: string, other: string): boolean {
  return /\d/.test(one) ? /\d/.test(other) && one.at(-1) === other.at(-1) : one === other;
}

function indentOf(line: string): number {
  const found = line.search(/\S/);
  return found < 0 ? line.length : found;
}

function cells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  const found: string[] = [];
  let cell = "";
  let code = false;
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner.charAt(at);
    if (char === "\\" && inner.charAt(at + 1) === "|") {
      cell += "|";
      at += 1;
    } else if (char === "|" && !code) {
      found.push(cell.trim());
      cell = "";
    } else {
      if (char === "`") code = !code && inner.indexOf("`", at + 1) >= 0;
      cell += char;
    }
  }
  return [...found, cell.trim()];
}

function toAlign(divider: string): Align {
  if (divider.endsWith(":")) return divider.startsWith(":") ? "center" : "end";
  return "start";
}
