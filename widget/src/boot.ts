import { App } from "./app";
import { DocstewardWidget } from "./components/widget";
import { browserEnv } from "./env";
import { runCommand, type Handle, type Handled, type Queued } from "./handle";
import { keepOnPage } from "./page/host";
import { watchTheme } from "./page/theme";

const ELEMENT = "docsteward-widget";

type Page = Window & typeof globalThis & { Docsteward?: Handle };

export interface Tag {
  readonly origin: string;
  readonly key: string;
}

/** Where this script came from and whose it is; `null` with a console warning when it does not say. */
export function readTag(script: Element | null, page: Window): Tag | null {
  const src = script?.getAttribute("src") ?? "";
  const key = script?.getAttribute("data-key") ?? "";
  if (key === "" || !URL.canParse(src, page.document.baseURI)) {
    console.warn('Docsteward: the script tag needs its address in src and the site\'s key in data-key.');
    return null;
  }
  return { origin: new URL(src, page.document.baseURI).origin, key };
}

/** Starts the widget once per page, and runs what was queued; a second script does nothing. */
export function boot(page: Page, tag: Tag): void {
  if (page.Docsteward?.loaded) return;
  const queued = page.Docsteward?.q ?? [];
  const handled = start(page, tag);
  const handle: Handle = (command, ...args) => runCommand(handled, command, args);
  handle.loaded = true;
  page.Docsteward = handle;
  for (const call of Array.from(queued)) runQueued(handled, call);
  whenReady(page, () => {
    if (page.Docsteward !== handle) return;
    attach(page, handled);
  });
}

/** A call that was queued, and taken back or to be taken back: what it gave is a function then. */
function runQueued(handled: Handled, call: Queued): void {
  if (call.gone) return;
  const [command, ...args] = Array.from(call);
  const given = runCommand(handled, command, args);
  if (typeof given === "function") call.off = given as () => void;
}

interface Started extends Handled {
  cleanups: (() => void)[];
}

function start(page: Page, tag: Tag): Started {
  if (!page.customElements.get(ELEMENT)) page.customElements.define(ELEMENT, DocstewardWidget);
  const viewport = new page.CSSStyleSheet();
  const app = new App(browserEnv(page), tag.origin, tag.key, viewport);
  const element = page.document.createElement(ELEMENT) as DocstewardWidget;
  element.app = app;
  const started: Started = {
    app,
    element,
    cleanups: [],
    unload: () => {
      for (const cleanup of started.cleanups.splice(0)) cleanup();
      app.dispose();
      // What is called from now on waits for the next script.
      page.Docsteward = stub();
    },
  };
  void element.updateComplete.then(() => element.shadowRoot?.adoptedStyleSheets.push(viewport));
  return started;
}

function attach(page: Page, started: Started): void {
  const { app, element } = started;
  started.cleanups.push(
    keepOnPage(element, page),
    watchTheme(page, () => app.changed()),
  );
  void app.offers.reportFollowed();
  void app.chat.restore();
}

function whenReady(page: Page, ready: () => void): void {
  if (page.document.body) ready();
  else page.document.addEventListener("DOMContentLoaded", ready, { once: true });
}

function stub(): Handle {
  const queue: Queued[] = [];
  const handle: Handle = (...args) => {
    const call: Queued = args;
    queue.push(call);
    return () => {
      call.gone = true;
      call.off?.();
    };
  };
  handle.q = queue;
  return handle;
}
