import { html, nothing, type TemplateResult } from "lit";
import type { Block, Inline, ListItem } from "./ast";
import { leavesSite } from "./url";

export interface RenderContext {
  readonly page: string;
  /** What a marker shows; `null` leaves it as plain text. */
  readonly marker: (number: number) => TemplateResult | null;
  /** What stands behind a sentence that its source does not hold. */
  readonly doubt: (index: number) => TemplateResult | typeof nothing;
  readonly codeBlock: (language: string, text: string) => TemplateResult;
  readonly newTab: string;
  readonly taskDone: string;
  readonly taskOpen: string;
}

/** Blocks as elements, each from a fixed template: no text of an answer is ever read as HTML. */
export function renderBlocks(blocks: readonly Block[], context: RenderContext): TemplateResult[] {
  return blocks.map((block) => renderBlock(block, context));
}

function renderBlock(block: Block, context: RenderContext): TemplateResult {
  switch (block.kind) {
    case "paragraph":
      return html`<p dir="auto">${renderInline(block.children, context)}</p>`;
    case "heading":
      return renderHeading(block.level, renderInline(block.children, context));
    case "code":
      return context.codeBlock(block.language, block.text);
    case "quote":
      return html`<blockquote>${renderBlocks(block.blocks, context)}</blockquote>`;
    case "rule":
      return html`<hr />`;
    case "list":
      return renderList(block, context);
    case "table":
      return renderTable(block, context);
  }
}

/** The panel's title is the second level and a question the third. */
function renderHeading(level: number, children: Shown): TemplateResult {
  if (level <= 2) return html`<h4 dir="auto">${children}</h4>`;
  if (level === 3) return html`<h5 dir="auto">${children}</h5>`;
  return html`<h6 dir="auto">${children}</h6>`;
}

function renderList(block: Block & { kind: "list" }, context: RenderContext): TemplateResult {
  const items = block.items.map((item) => renderItem(item, block.tight, context));
  if (block.ordered) return html`<ol start=${block.start}>${items}</ol>`;
  return html`<ul>${items}</ul>`;
}

function renderItem(item: ListItem, tight: boolean, context: RenderContext): TemplateResult {
  const body = item.blocks.map((block) =>
    tight && block.kind === "paragraph"
      ? html`<span dir="auto">${renderInline(block.children, context)}</span>`
      : renderBlock(block, context),
  );
  if (item.done === null) return html`<li>${body}</li>`;
  const name = item.done ? context.taskDone : context.taskOpen;
  return html`<li class="task"><span role="img" aria-label=${name}>${item.done ? "☑" : "☐"}</span> ${body}</li>`;
}

function renderTable(block: Block & { kind: "table" }, context: RenderContext): TemplateResult {
  const align = (column: number): string => `to-${block.align[column] ?? "start"}`;
  const head = block.head.map(
    (cell, column) =>
      html`<th scope="col" class=${align(column)}>${renderInline(cell, context)}</th>`,
  );
  const rows = block.rows.map(
    (row) =>
      html`<tr>
        ${row.map(
          (cell, column) => html`<td class=${align(column)}>${renderInline(cell, context)}</td>`,
        )}
      </tr>`,
  );
  return html`<div class="table" tabindex="0" role="group">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

type Shown = readonly (TemplateResult | string | typeof nothing)[];

function renderInline(children: readonly Inline[], context: RenderContext): Shown {
  return children.map((child, at) => {
    const next = children[at + 1];
    const marked = next?.kind === "marker" && context.marker(next.number) !== null;
    // The number belongs to the word before it, on the same line.
    return child.kind === "text" && marked ? child.text.trimEnd() : renderOne(child, context);
  });
}

function renderOne(inline: Inline, context: RenderContext): TemplateResult | string | typeof nothing {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "code":
      return html`<code>${inline.text}</code>`;
    case "strong":
      return html`<strong>${renderInline(inline.children, context)}</strong>`;
    case "em":
      return html`<em>${renderInline(inline.children, context)}</em>`;
    case "del":
      return html`<del>${renderInline(inline.children, context)}</del>`;
    case "break":
      return html`<br />`;
    case "marker":
      return context.marker(inline.number) ?? `[${inline.number}]`;
    case "doubt":
      return context.doubt(inline.index);
    case "link":
      return renderLink(inline.url, renderInline(inline.children, context), context);
  }
}

/** A link in place on its own site, in a new tab without opener elsewhere. */
export function renderLink(
  url: string,
  children: unknown,
  context: Pick<RenderContext, "page" | "newTab">,
  classes = "",
): TemplateResult {
  if (!leavesSite(url, context.page)) {
    return html`<a class=${classes || nothing} href=${url} rel="noopener">${children}</a>`;
  }
  return html`<a class=${classes || nothing} href=${url} target="_blank" rel="noopener"
    >${children}<span class="sr">${context.newTab}</span></a
  >`;
}
