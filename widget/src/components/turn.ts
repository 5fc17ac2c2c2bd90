import { html, nothing, type TemplateResult } from "lit";
import type { Block } from "../markdown/ast";
import { parseMarkdown } from "../markdown/blocks";
import { renderBlocks } from "../markdown/render";
import { answerText, isAsking, isOpen, withDoubts, type Turn } from "../state/turn";
import { fill, type Labels } from "../strings";
import type { Doubt } from "../wire/parts";
import { renderApprovals } from "./approval";
import { againIcon, checkIcon, copyIcon, noteIcon } from "./icons";
import { renderOffers } from "./offer";
import { renderClosest, renderMarker, renderSources } from "./sources";
import type { View } from "./view";

const parsed = new WeakMap<Turn, readonly Block[]>();

/** Turns are never changed, so each is parsed once. */
export function blocksOf(turn: Turn): readonly Block[] {
  const known = parsed.get(turn);
  if (known) return known;
  const blocks = parseMarkdown(withDoubts(turn).text, isOpen(turn));
  parsed.set(turn, blocks);
  return blocks;
}

export function renderTurn(view: View, turn: Turn): TemplateResult {
  const { labels } = view;
  return html`<section class="turn" data-state=${turn.state} data-turn=${turn.key}>
    ${turn.quote === "" ? nothing : html`<blockquote class="quoted" dir="auto">${turn.quote}</blockquote>`}
    <h3 class="question" dir="auto"><span class="sr">${labels.you}: </span>${turn.question}</h3>
    <div class="answer">
      ${renderTold(turn)} ${renderText(view, turn)} ${renderApprovals(view, turn)} ${renderStatus(labels, turn)}
      ${renderEnd(view, turn)}
      ${renderSources(view, turn)} ${renderClosest(view, turn.closest)} ${renderOffers(view, turn)}
      ${renderTools(view, turn)}
    </div>
  </section>`;
}

/** What the page's own tools said, each in a line: always text, for it is the page's word. */
function renderTold(turn: Turn): TemplateResult | typeof nothing {
  const told = turn.told.filter((one) => one.summary !== "");
  if (told.length === 0) return nothing;
  return html`<ul class="told">
    ${told.map(
      (one) =>
        html`<li>${checkIcon()}<span dir="auto"><span class="label">${one.title}</span> <span class="said">${one.summary}</span></span></li>`,
    )}
  </ul>`;
}

function renderText(view: View, turn: Turn): TemplateResult | typeof nothing {
  const blocks = blocksOf(turn);
  if (blocks.length === 0) return nothing;
  const context = {
    page: view.page,
    newTab: view.labels.newTab,
    taskDone: view.labels.taskDone,
    taskOpen: view.labels.taskOpen,
    marker: (number: number) => renderMarker(view, turn, number),
    doubt: (index: number) => renderDoubt(view, turn.doubts[index]),
    codeBlock: (language: string, text: string) => renderCode(view, turn, language, text),
  };
  return html`<div class=${isOpen(turn) ? "text open" : "text"}>${renderBlocks(blocks, context)}</div>
    ${renderDoubts(view, turn)}`;
}

/** Said in words where the sentence ends, so that it is read and heard there (N7). */
function renderDoubt(view: View, doubt: Doubt | undefined): TemplateResult | typeof nothing {
  if (!doubt) return nothing;
  const { labels } = view;
  const turned = doubt.missing.every((one) => one.kind === "negation");
  const said = doubt.missing.filter((one) => turned || one.kind !== "negation").map((one) => one.text);
  const words = fill(turned ? labels.turned : labels.notFound, { what: said.join(", ") });
  return html` <span class="doubt">(${words})</span>`;
}

/** What is said of the answer as a whole, and of sentences that the text does not show as they were. */
function renderDoubts(view: View, turn: Turn): TemplateResult | typeof nothing {
  if (isOpen(turn)) return nothing;
  const { astray } = withDoubts(turn);
  if (!turn.tentative && astray.length === 0) return nothing;
  const line = (shown: unknown): TemplateResult => html`<p class="end">${noteIcon()}<span dir="auto">${shown}</span></p>`;
  return html`${turn.tentative ? line(view.labels.tentative) : nothing}
  ${astray.map((doubt) => line(html`${doubt.text}${renderDoubt(view, doubt)}`))}`;
}

function renderCode(view: View, turn: Turn, language: string, text: string): TemplateResult {
  const id = `${turn.key}:${text}`;
  const copied = view.desk.copied?.id === id ? view.desk.copied : null;
  return html`<div class="code" dir="ltr">
    <div class="bar">
      <span>${language}</span>
      <button class="icon small" type="button" aria-label=${view.labels.copyCode} @click=${() => view.desk.copy(id, text)}>
        ${copied?.ok ? checkIcon() : copyIcon()}
      </button>
    </div>
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;
}

function renderStatus(labels: Labels, turn: Turn): TemplateResult | typeof nothing {
  // Nothing runs while the reader is asked (B069).
  if (!isOpen(turn) || isAsking(turn)) return nothing;
  const text = statusText(labels, turn);
  if (text === "") return nothing;
  return html`<p class="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span dir="auto">${text}</span></p>`;
}

export function statusText(labels: Labels, turn: Turn): string {
  const { status } = turn;
  if (!status) return turn.texts.length > 0 ? "" : turn.state === "sending" ? labels.sending : labels.thinking;
  if (status.phase !== "tool") return labels[status.phase];
  return status.title ? fill(labels.tool, { title: status.title }) : labels.toolUnnamed;
}

/** What is said about a turn that did not simply end well. */
export function endText(labels: Labels, turn: Turn): string {
  if (turn.problem) return turn.problem.code === "report" ? labels.reportFailed : turn.problem.message;
  switch (turn.state) {
    case "withdrawn":
      return turn.message || labels.refused;
    case "refused":
      // The text of the stream says it already.
      return answerText(turn) === "" ? turn.message || labels.refused : "";
    case "stopped":
      return labels.stopped;
    case "interrupted":
      return turn.message || labels.interrupted;
    case "failed":
      return turn.message || labels.failed;
    default:
      return "";
  }
}

function renderEnd(view: View, turn: Turn): TemplateResult | typeof nothing {
  const text = endText(view.labels, turn);
  if (text === "") return nothing;
  if (turn.state === "withdrawn") return html`<div class="text"><p dir="auto">${text}</p></div>`;
  return html`<p class="end">${noteIcon()}<span dir="auto">${text}</span></p>`;
}

function renderTools(view: View, turn: Turn): TemplateResult | typeof nothing {
  if (isOpen(turn)) return nothing;
  const { labels } = view;
  const network = turn.problem?.code === "network" || turn.problem?.code === "report";
  const broken = turn.problem !== null || ["stopped", "interrupted", "failed"].includes(turn.state);
  const again = html`<button class="quiet" type="button" @click=${() => view.chat.again(turn)}>
    ${againIcon()}<span>${network ? labels.retry : labels.askAgain}</span>
  </button>`;
  if (turn.masked !== "") {
    return html`<div class="tools">
      <button class="quiet" type="button" @click=${() => view.chat.ask(turn.masked)}>
        ${againIcon()}<span>${labels.askMasked}</span>
      </button>
    </div>`;
  }
  const copy = answerText(turn) === "" || turn.state === "refused" ? nothing : renderCopy(view, turn);
  return broken || copy !== nothing
    ? html`<div class="tools">${broken ? again : nothing}${copy}</div>`
    : nothing;
}

function renderCopy(view: View, turn: Turn): TemplateResult {
  const { labels, desk } = view;
  const copied = desk.copied?.id === turn.key ? desk.copied : null;
  const text = copied ? (copied.ok ? labels.copied : labels.copyFailed) : labels.copy;
  return html`<button class="quiet" type="button" @click=${() => desk.copy(turn.key, copyText(turn))}>
    ${copied?.ok ? checkIcon() : copyIcon()}<span>${text}</span>
  </button>`;
}

/** The answer with its sources below, as it may be pasted elsewhere. */
export function copyText(turn: Turn): string {
  const sources = [...turn.sources]
    .sort((one, other) => one.number - other.number)
    .map((one) => `[${one.number}] ${one.title}${one.url ? ` ${one.url}` : ""}`);
  return [answerText(turn), sources.join("\n")].filter(Boolean).join("\n\n");
}
