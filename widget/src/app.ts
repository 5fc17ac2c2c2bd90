import { Approvals } from "./chat/approvals";
import { PageCalls } from "./chat/calls";
import { Chat } from "./chat/chat";
import { Hub } from "./chat/hub";
import { Memory } from "./chat/memory";
import { Offers } from "./chat/offers";
import type { Env } from "./env";
import { OnceBook } from "./page/once";
import { PageTools } from "./page/tools";
import type { PageDoor } from "./page/request";
import { resolveTheme, type Theme } from "./page/theme";
import { LABELS, type Labels } from "./strings";
import { Client } from "./wire/client";
import type { ApprovalData, OfferData } from "./wire/parts";

export interface Settings {
  readonly greeting: string;
  readonly suggestions: readonly string[];
  readonly assistantName: string;
  readonly theme: Theme;
  readonly labels: Partial<Labels>;
}

export const DEFAULTS: Settings = {
  greeting: "",
  suggestions: [],
  assistantName: "",
  theme: "auto",
  labels: {},
};

/** Everything behind the element, wired once per page. */
export class App {
  readonly hub: Hub;
  readonly memory: Memory;
  readonly client: Client;
  readonly tools: PageTools;
  readonly chat: Chat;
  readonly offers: Offers;
  readonly approvals: Approvals;
  settings: Settings = DEFAULTS;
  hidden = false;
  readonly #watchers = new Set<() => void>();
  readonly #viewport: CSSStyleSheet | null;

  constructor(
    readonly env: Env,
    origin: string,
    key: string,
    viewport: CSSStyleSheet | null = null,
  ) {
    const { newId, sleep, fetch } = env;
    this.#viewport = viewport;
    this.hub = new Hub(env.warn);
    this.memory = new Memory(key, env.site, env.tab, newId);
    const { hub, memory } = this;
    this.client = new Client({ origin, key, sessions: memory, fetch, online: env.online, now: env.now });
    const { client } = this;
    const once = new OnceBook(env.site, memory.tabId, env.lock);
    const labels = (): Labels => this.labels;
    const page = (): { url: string; title: string } => this.page();
    const door: PageDoor = { fetch, page: () => page().url, after: env.after, warn: env.warn };
    this.tools = new PageTools(env.warn);
    const { tools } = this;
    const calls = new PageCalls({
      client,
      tools,
      once,
      door,
      sleep,
      onUnsent: (turn) => {
        const problem = { code: "report", message: labels().reportFailed };
        hub.dispatch({ type: "problem", key: turn, problem });
      },
    });
    this.chat = new Chat({
      hub,
      client,
      memory,
      calls,
      tools,
      labels,
      page,
      newId,
      sleep,
      watch: env.after,
    });
    this.approvals = new Approvals({ hub, client, calls, tools, labels, sleep });
    this.offers = new Offers({
      hub,
      client,
      memory,
      once,
      door,
      tools,
      labels,
      sleep,
      locale: () => this.language(),
      dispatchEvent: env.dispatchEvent,
      navigate: env.navigate,
    });
    hub.watch(() => this.#tell());
  }

  get labels(): Labels {
    return { ...LABELS, ...this.settings.labels };
  }

  get title(): string {
    return this.settings.assistantName || this.memory.load()?.assistant || this.labels.title;
  }

  configure(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.#tell();
  }

  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.#tell();
  }

  findApproval(call: string): ApprovalData | undefined {
    return this.hub.state.turns.flatMap((turn) => turn.approvals).find((one) => one.call === call);
  }

  findOffer(id: string): OfferData | undefined {
    return this.hub.state.turns.flatMap((turn) => turn.offers).find((one) => one.offer === id);
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  opened(): void {
    this.hub.emit("open", {});
    void this.chat.restore();
  }

  closed(): void {
    this.hub.emit("close", {});
  }

  page(): { url: string; title: string } {
    const { document, location } = this.env.window;
    return { url: location.href, title: document.title };
  }

  language(): string {
    const { document, navigator } = this.env.window;
    const stated = document.documentElement.lang || navigator.language;
    return isLocale(stated) ? stated : "en";
  }

  look(): { theme: "light" | "dark"; direction: "ltr" | "rtl" } {
    const { window } = this.env;
    const style = window.getComputedStyle(window.document.documentElement);
    const prefersDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    return {
      theme: resolveTheme(this.settings.theme, schemeOf(window), prefersDark),
      direction: style.direction === "rtl" ? "rtl" : "ltr",
    };
  }

  /** True where the panel covers the page. */
  isSheet(): boolean {
    return this.env.window.matchMedia("(max-width: 640px)").matches;
  }

  /** The part of the screen that a phone's keyboard leaves (B144). */
  fitViewport(open: boolean): void {
    const view = this.env.window.visualViewport;
    if (!this.#viewport || !view || !open) return;
    const height = `${Math.round(view.height)}px`;
    const top = `${Math.round(view.offsetTop)}px`;
    this.#viewport.replaceSync(`:host { --_height: ${height}; --_top: ${top}; }`);
  }

  changed(): void {
    this.#tell();
  }

  dispose(): void {
    this.chat.dispose();
    this.tools.clear();
    this.hub.clear();
    this.#watchers.clear();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** The body's scheme where it states one (Material for MkDocs does), else the root's. */
function schemeOf(page: Window & typeof globalThis): string {
  const { body, documentElement } = page.document;
  const own = body ? page.getComputedStyle(body).colorScheme : "";
  return own && own !== "normal" ? own : page.getComputedStyle(documentElement).colorScheme;
}

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length > 0;
  } catch (fault) {
    if (fault instanceof RangeError) return false;
    throw fault;
  }
}
