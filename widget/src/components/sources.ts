import { html, nothing, type TemplateResult } from "lit";
import { renderLink } from "../markdown/render";
import { safeUrl } from "../markdown/url";
import { isOpen, type Source, type Turn } from "../state/turn";
import { fill } from "../strings";
import type { PageLink } from "../wire/parts";
import { moreIcon } from "./icons";
import type { View } from "./view";

// A word joiner: what stands on its two sides stays on one line.
const GLUE = "\u2060";

/** A marker in the text: a link to its source, or a button that shows the row of one without address. */
export function renderMarker(view: View, turn: Turn, number: number): TemplateResult | null {
  const source = turn.sources.find((one) => one.number === number);
  if (!source) return null;
  const name = fill(view.labels.sourceName, { number, title: source.title });
  const url = source.url === null ? null : safeUrl(source.url);
  if (url === null) {
    return html`${GLUE}<button
      class="marker"
      type="button"
      aria-label=${name}
      title=${source.title}
      @click=${() => view.desk.showSource(turn.key, number)}
    >
      ${number}</button
    >${GLUE}`;
  }
  const shown = html`<span aria-hidden="true" title=${source.title}>${number}</span
    ><span class="sr">${name}</span>`;
  return html`${GLUE}<span class="nowrap" @click=${view.desk.leaving}
    >${renderLink(url, shown, { page: view.page, newTab: view.labels.newTab }, "marker")}</span
  >`;
}

export function renderSources(view: View, turn: Turn): TemplateResult | typeof nothing {
  // While the text grows, a list below it would only jump; the markers lead there already.
  if (turn.sources.length === 0 || isOpen(turn)) return nothing;
  const sorted = [...turn.sources].sort((one, other) => one.number - other.number);
  const heading = `sources-${turn.key}`;
  return html`<section class="sources" aria-labelledby=${heading}>
    <h4 id=${heading}>${view.labels.sources}</h4>
    <ol>
      ${sorted.map((source) => renderSource(view, turn, source))}
    </ol>
  </section>`;
}

function renderSource(view: View, turn: Turn, source: Source): TemplateResult {
  const { labels } = view;
  const id = `source-${turn.key}-${source.number}`;
  const open = view.desk.openedSources.has(`${turn.key}:${source.number}`);
  const toggle = html`<button
    class="icon small"
    type="button"
    aria-expanded=${open}
    aria-controls=${id}
    aria-label=${fill(labels.passage, { number: source.number })}
    @click=${() => view.desk.toggleSource(turn.key, source.number)}
  >
    ${moreIcon()}
  </button>`;
  return html`<li class=${open ? "source open" : "source"} data-source=${source.number}>
    <div class="row">
      <span class="number" aria-hidden="true">${source.number}</span>
      ${renderTitle(view, source)} ${source.passage ? toggle : nothing}
    </div>
    <blockquote id=${id} class="passage" dir="auto" ?hidden=${!open}>${source.passage}</blockquote>
  </li>`;
}

function renderTitle(view: View, source: Source): TemplateResult {
  const { title, from } = splitTitle(source);
  const shown = html`<bdi>${title}</bdi>${from ? html`<span class="from">${from}</span>` : nothing}`;
  const url = source.url === null ? null : safeUrl(source.url);
  if (url === null) return html`<span class="title">${shown}</span>`;
  return html`<span class="title" @click=${view.desk.leaving}
    >${renderLink(url, shown, { page: view.page, newTab: view.labels.newTab })}</span
  >`;
}

/** `Plan limits · from the site`: where a tool's result is from is read after its name (E11). */
function splitTitle(source: Source): { title: string; from: string } {
  const at = source.kind === "tool" ? source.title.lastIndexOf(" · ") : -1;
  if (at < 0) return { title: source.title, from: "" };
  return { title: source.title.slice(0, at), from: source.title.slice(at) };
}

export function renderClosest(view: View, pages: readonly PageLink[]): TemplateResult | typeof nothing {
  const safe = pages.filter((page) => safeUrl(page.url) !== null);
  if (safe.length === 0) return nothing;
  return html`<nav class="closest" aria-label=${view.labels.closest}>
    <h4>${view.labels.closest}</h4>
    <ul @click=${view.desk.leaving}>
      ${safe.map(
        (page) =>
          html`<li>
            ${renderLink(page.url, html`<bdi>${page.title}</bdi>`, {
              page: view.page,
              newTab: view.labels.newTab,
            })}
          </li>`,
      )}
    </ul>
  </nav>`;
}
