import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { fill } from "../strings";
import { chatIcon, closeIcon, downIcon, newIcon, noteIcon, sendIcon, stopIcon } from "./icons";
import { renderTurn } from "./turn";
import { isRealEnter, type View } from "./view";

/** A question may have as many characters (docs/wire.md). */
export const MAX_QUESTION = 4_000;

export interface PanelView extends View {
  readonly title: string;
  readonly greeting: string;
  readonly suggestions: readonly string[];
  readonly draft: string;
  readonly away: boolean;
  readonly onDraft: (draft: string) => void;
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
  readonly onClear: () => void;
  readonly onScroll: () => void;
  readonly onNewest: () => void;
}

export function renderLauncher(labels: View["labels"], open: boolean, toggle: () => void): TemplateResult {
  return html`<button
    class="launcher"
    type="button"
    aria-label=${labels.launcherName}
    aria-expanded=${open}
    aria-haspopup="dialog"
    aria-controls="panel"
    @click=${toggle}
  >
    ${chatIcon()}<span>${labels.launcher}</span>
  </button>`;
}

export function renderPanel(view: PanelView): TemplateResult {
  const { labels } = view;
  return html`<header>
      <h2 id="title"><bdi>${view.title}</bdi></h2>
      <button class="icon" type="button" aria-label=${labels.clear} title=${labels.clear}
        ?hidden=${view.state.turns.length === 0} @click=${view.onClear}>
        ${newIcon()}
      </button>
      <button class="icon" type="button" aria-label=${labels.close} title=${labels.close} @click=${view.onClose}>
        ${closeIcon()}
      </button>
    </header>
    <div class="log" role="group" tabindex="0" aria-label=${labels.conversation} @scroll=${view.onScroll}>
      ${view.state.notice ? html`<p class="notice">${noteIcon()}<span dir="auto">${view.state.notice}</span></p>` : nothing}
      ${view.state.turns.length === 0 ? renderWelcome(view) : nothing}
      ${repeat(
        view.state.turns,
        (turn) => turn.key,
        (turn) => renderTurn(view, turn),
      )}
    </div>
    <div class="newest" ?hidden=${!view.away}>
      <button type="button" class="icon" aria-label=${labels.newest} title=${labels.newest} @click=${view.onNewest}>
        ${downIcon()}
      </button>
    </div>
    ${renderComposer(view)}`;
}

function renderWelcome(view: PanelView): TemplateResult {
  const { labels, suggestions } = view;
  return html`<div class="welcome">
    <p class="greeting" dir="auto">${view.greeting}</p>
    ${suggestions.length === 0
      ? nothing
      : html`<ul class="suggestions" aria-label=${labels.suggestions}>
          ${suggestions.map(
            (text) =>
              html`<li><button type="button" dir="auto" @click=${() => view.onSend(text)}>${text}</button></li>`,
          )}
        </ul>`}
  </div>`;
}

function renderComposer(view: PanelView): TemplateResult {
  const { labels, draft } = view;
  const busy = view.chat.busy;
  const surplus = draft.trim().length - MAX_QUESTION;
  const send = (event: Event): void => {
    event.preventDefault();
    view.onSend(draft);
  };
  const keydown = (event: KeyboardEvent): void => {
    if (isRealEnter(event) && !event.shiftKey) send(event);
  };
  const blocked = draft.trim() === "" || surplus > 0;
  return html`<form class="composer" @submit=${send}>
    <div class="box">
      <textarea
        id="question"
        rows=${rowsOf(draft)}
        dir="auto"
        aria-label=${labels.composerName}
        aria-invalid=${surplus > 0 ? "true" : nothing}
        aria-describedby=${surplus > 0 ? "surplus" : nothing}
        placeholder=${labels.placeholder}
        enterkeyhint="send"
        .value=${draft}
        @input=${(event: Event) => view.onDraft((event.target as HTMLTextAreaElement).value)}
        @keydown=${keydown}
      ></textarea>
      ${busy || (view.chat.asking && blocked)
        ? html`<button class="send" type="button" aria-label=${labels.stop} title=${labels.stop} @click=${() => view.chat.stop()}>
            ${stopIcon()}
          </button>`
        : html`<button class="send" type="submit" aria-label=${labels.send} title=${labels.send} ?disabled=${blocked}>
            ${sendIcon()}
          </button>`}
    </div>
    ${surplus > 0 ? html`<p class="fault" id="surplus">${fill(labels.tooLong, { count: surplus })}</p>` : nothing}
  </form>`;
}

/** Only for browsers without `field-sizing`. */
function rowsOf(draft: string): number {
  const rows = draft.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 44)), 0);
  return Math.min(6, rows);
}
