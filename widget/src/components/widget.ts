import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { App } from "../app";
import { plainText } from "../markdown/plain";
import { isOpen, type Turn } from "../state/turn";
import { fill } from "../strings";
import type { Field, OfferData } from "../wire/parts";
import { fieldId } from "./fields";
import { faultSummary } from "./form";
import { stateText } from "./approval";
import { isShortcut, keepKey } from "./keys";
import { renderLauncher, renderPanel, type PanelView } from "./panel";
import { styles } from "./styles";
import { blocksOf, endText } from "./turn";
import type { Desk } from "./view";

// Nearer than this to its end, the log follows what is written.
const NEAR_PX = 60;

/** The element on the page: launcher, panel, focus and announcements. What it shows is the app's. */
export class DocstewardWidget extends LitElement {
  static override styles = styles;

  app: App | null = null;
  #opened = false;
  #away = false;
  #announcement = "";
  #copied: Desk["copied"] = null;
  #openedSources = new Set<string>();
  #returnTo: HTMLElement | null = null;
  #former = new Map<string, Turn>();
  #cleanups: (() => void)[] = [];
  #scrollTop = 0;
  #grew = false;

  get opened(): boolean {
    return this.#opened;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { app } = this;
    if (!app) return;
    const onKey = (event: KeyboardEvent): void => this.#shortcut(event);
    const { window } = app.env;
    window.document.addEventListener("keydown", onKey);
    for (const name of ["keydown", "keypress", "keyup"] as const) this.addEventListener(name, keepKey);
    const resized = (): void => {
      // A keyboard that comes up must not hide what was said last.
      this.#grew = true;
      this.requestUpdate();
    };
    window.visualViewport?.addEventListener("resize", resized);
    window.visualViewport?.addEventListener("scroll", resized);
    this.#cleanups = [
      app.watch(() => this.#changed()),
      () => window.document.removeEventListener("keydown", onKey),
      () => window.visualViewport?.removeEventListener("resize", resized),
      () => window.visualViewport?.removeEventListener("scroll", resized),
    ];
    if (app.memory.open && !this.#opened) this.#opened = true;
    this.requestUpdate();
    void this.updateComplete.then(() => this.#restoreScroll());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  /** Opens once: a second call does nothing (B133). */
  open(focus = true): void {
    if (this.#opened || !this.app) return;
    const { document } = this.app.env.window;
    this.#returnTo = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.#opened = true;
    this.app.memory.open = true;
    this.#away = false;
    this.requestUpdate();
    this.app.opened();
    void this.updateComplete.then(() => {
      this.#toEnd();
      if (focus) this.#focusPanel();
    });
  }

  close(): void {
    if (!this.#opened || !this.app) return;
    const inside = this.shadowRoot?.activeElement != null;
    this.#opened = false;
    this.app.memory.open = false;
    this.requestUpdate();
    this.app.closed();
    void this.updateComplete.then(() => {
      if (!inside) return;
      const back = this.#returnTo;
      if (back?.isConnected && back !== this && back.tagName !== "BODY") back.focus();
      else this.#query(".launcher")?.focus();
    });
  }

  toggle(): void {
    if (this.#opened) this.close();
    else this.open();
  }

  announce(text: string): void {
    // The same words twice are only spoken when the node changes.
    this.#announcement = text === this.#announcement ? `${text}\u00a0` : text;
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { app } = this;
    if (!app || app.hidden) return nothing;
    const { theme, direction } = app.look();
    return html`<div class="root ${theme}" dir=${direction} lang=${app.language() || nothing}>
      <div ?hidden=${this.#opened}>${renderLauncher(app.labels, this.#opened, () => this.toggle())}</div>
      <div id="panel" class="panel" role="dialog" aria-labelledby="title" tabindex="-1"
        ?hidden=${!this.#opened} @keydown=${this.#panelKey}>
        ${this.#opened ? renderPanel(this.#view(app)) : nothing}
      </div>
      <div class="sr" role="log" aria-live="polite" aria-atomic="true">${this.#announcement}</div>
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.app?.fitViewport(this.#opened);
    if (this.#opened && this.#grew && !this.#away) this.#toEnd();
    this.#grew = false;
  }

  #view(app: App): PanelView {
    return {
      state: app.hub.state,
      labels: app.labels,
      page: app.page().url,
      locale: app.language(),
      chat: app.chat,
      offers: app.offers,
      approvals: app.approvals,
      desk: this.#desk(app),
      title: app.title,
      greeting: app.settings.greeting || app.labels.greeting,
      suggestions: app.settings.suggestions,
      draft: app.memory.draft,
      away: this.#away,
      onDraft: (draft) => {
        app.memory.draft = draft;
        this.requestUpdate();
      },
      onSend: (text) => this.#send(app, text),
      onClose: () => this.close(),
      onClear: () => {
        app.chat.clear();
        this.#query("#question")?.focus();
      },
      onScroll: () => this.#scrolled(),
      onNewest: () => this.#newest(),
    };
  }

  #desk(app: App): Desk {
    return {
      copied: this.#copied,
      copy: (id, text) => void this.#copy(app, id, text),
      openedSources: this.#openedSources,
      toggleSource: (turn, number) => this.#toggleSource(`${turn}:${number}`),
      showSource: (turn, number) => this.#showSource(turn, number),
      leaving: () => {
        if (app.isSheet()) app.memory.open = false;
      },
      addRow: (id, path, field) => void this.#addRow(app, id, path, field),
      removeRow: (id, path, row, name) => void this.#removeRow(app, id, path, row, name),
      showForm: (id, open) => void this.#showForm(app, id, open),
      pressOffer: (id) => void this.#act(app, id, (offer) => app.offers.press(offer)),
      decide: (turn, call, approve) => void this.#decide(app, turn, call, approve),
      askWhy: (call) => void this.#askWhy(app, call),
      submitForm: (id) => void this.#act(app, id, (offer) => app.offers.submit(offer)),
    };
  }

  #send(app: App, text: string): void {
    if (text.trim().length > 4_000 || !app.chat.ask(text)) return;
    app.memory.draft = "";
    this.#away = false;
    this.requestUpdate();
    // A phone's keyboard would cover the answer.
    if (app.env.touch()) this.#query("#question")?.blur();
    else this.#query("#question")?.focus();
  }

  async #act(app: App, id: string, act: (offer: OfferData) => Promise<boolean>): Promise<void> {
    const offer = app.findOffer(id);
    if (!offer) return;
    await act(offer);
    await this.updateComplete;
    const desk = app.offers.desk(offer);
    const outcome = app.findOffer(id)?.outcome ?? "";
    this.announce(faultSummary(app, desk) || desk.reason || outcome);
    await this.updateComplete;
    const place = this.#offerPlace(id);
    const target =
      place?.querySelector<HTMLElement>("[aria-invalid], [data-invalid]") ??
      place?.querySelector<HTMLElement>("[data-focus]") ??
      place?.querySelector<HTMLElement>("button[type=submit]");
    target?.focus();
  }

  async #decide(app: App, turn: string, call: string, approve: boolean): Promise<void> {
    const approval = app.findApproval(call);
    if (!approval) return;
    await app.approvals.decide(turn, approval, approve);
    const now = app.findApproval(call);
    if (!now) return;
    this.announce(app.approvals.desk(now).reason || stateText(app.labels, now.state));
    await this.updateComplete;
    this.#query(`[data-approval="${CSS.escape(call)}"] [data-focus]`)?.focus();
  }

  async #askWhy(app: App, call: string): Promise<void> {
    const approval = app.findApproval(call);
    if (!approval) return;
    app.approvals.askWhy(approval, true);
    await this.updateComplete;
    this.#query(`[data-approval="${CSS.escape(call)}"] input`)?.focus();
  }

  async #showForm(app: App, id: string, open: boolean): Promise<void> {
    const offer = app.findOffer(id);
    if (!offer) return;
    if (open) app.offers.openForm(offer);
    else app.offers.closeForm(offer);
    await this.updateComplete;
    const target = open ? ".field :is(input, select, textarea)" : "[data-focus]";
    this.#offerPlace(id)?.querySelector<HTMLElement>(target)?.focus();
  }

  async #addRow(app: App, id: string, path: string, field: Field): Promise<void> {
    const offer = app.findOffer(id);
    if (!offer) return;
    app.offers.addRow(offer, path, field);
    await this.updateComplete;
    const rows = this.#inForm(offer, path)?.querySelectorAll<HTMLElement>(":scope > .row");
    const place = rows?.length ? rows[rows.length - 1] : this.#inForm(offer, path);
    place?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  }

  async #removeRow(app: App, id: string, path: string, row: number | null, name: string): Promise<void> {
    const offer = app.findOffer(id);
    if (!offer) return;
    app.offers.removeRow(offer, path, row);
    this.announce(fill(app.labels.removed, { label: name }));
    await this.updateComplete;
    this.#inForm(offer, path)?.querySelector<HTMLElement>(":scope > .add")?.focus();
  }

  #inForm(offer: OfferData, path: string): HTMLElement | null {
    return this.#query(`#${CSS.escape(fieldId(offer, path))}`);
  }

  #offerPlace(id: string): HTMLElement | null {
    return this.#query(`[data-offer="${CSS.escape(id)}"]`);
  }

  async #copy(app: App, id: string, text: string): Promise<void> {
    this.#copied = { id, ok: await app.env.copy(text) };
    this.announce(this.#copied.ok ? app.labels.copied : app.labels.copyFailed);
    await app.env.sleep(2_000);
    if (this.#copied?.id === id) this.#copied = null;
    this.requestUpdate();
  }

  #toggleSource(name: string): void {
    if (!this.#openedSources.delete(name)) this.#openedSources.add(name);
    this.#away = true;
    this.requestUpdate();
  }

  #showSource(turn: string, number: number): void {
    this.#openedSources.add(`${turn}:${number}`);
    this.#away = true;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const row = this.#query(`[data-turn="${CSS.escape(turn)}"] [data-source="${number}"]`);
      row?.scrollIntoView({ block: "nearest" });
      row?.querySelector<HTMLElement>("button, a")?.focus();
    });
  }

  #shortcut(event: KeyboardEvent): void {
    if (!this.app || this.app.hidden || !isShortcut(event, (element) => this.#owns(element))) return;
    event.preventDefault();
    this.toggle();
  }

  #owns(element: Element): boolean {
    return this.shadowRoot?.contains(element) ?? false;
  }

  #panelKey = (event: KeyboardEvent): void => {
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key === "Escape" && !composing) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (isShortcut(event, () => true)) {
      // Handled here, for keys typed in a field go no further.
      event.stopPropagation();
      event.preventDefault();
      this.toggle();
    } else if (event.key === "End" && event.target instanceof Element && !event.target.closest("input, textarea, select")) {
      event.preventDefault();
      this.#newest();
    }
  };

  /** Tells once, at its end, what an answer says (B138). */
  #changed(): void {
    const { app } = this;
    if (!app) return;
    for (const turn of app.hub.state.turns) {
      const former = this.#former.get(turn.key);
      // Only what is written moves the log; a form that is filled in must stay where it is.
      if (turn !== former && (isOpen(turn) || !former || isOpen(former))) this.#grew = true;
      for (const one of turn.approvals) {
        const asked = former?.approvals.some((known) => known.call === one.call) ?? false;
        if (!asked && one.state === "waiting") this.announce(app.approvals.words(one));
      }
      if (former && isOpen(former) && !isOpen(turn)) this.announce(this.#spoken(app, turn));
    }
    this.#former = new Map(app.hub.state.turns.map((turn) => [turn.key, turn]));
    this.requestUpdate();
  }

  #spoken(app: App, turn: Turn): string {
    const { labels } = app;
    const text = plainText(blocksOf(turn));
    const answer = text === "" ? "" : fill(labels.answerReady, { text });
    const count = turn.sources.length;
    const sources = count === 1 ? labels.sourcesOne : fill(labels.sourcesCount, { count });
    const told = turn.told.filter((one) => one.summary !== "").map((one) => `${one.title}: ${one.summary}`);
    const marked = turn.doubts.length;
    const doubts = marked === 1 ? labels.doubtsOne : fill(labels.doubtsCount, { count: marked });
    const beside = [marked > 0 ? doubts : "", count > 0 ? sources : ""];
    return [...told, answer, endText(labels, turn), ...beside].filter(Boolean).join(" ");
  }

  #focusPanel(): void {
    const target = this.app?.env.touch() ? this.#query("#panel") : this.#query("#question");
    target?.focus();
  }

  #scrolled(): void {
    const log = this.#query(".log");
    if (!log) return;
    this.#scrollTop = log.scrollTop;
    const away = log.scrollHeight - log.scrollTop - log.clientHeight > NEAR_PX;
    if (away === this.#away) return;
    this.#away = away;
    this.requestUpdate();
  }

  #newest(): void {
    this.#away = false;
    this.#toEnd();
    this.#query(".log")?.focus({ preventScroll: true });
    this.requestUpdate();
  }

  #toEnd(): void {
    const log = this.#query(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }

  /** A swap of the page's body takes the scroll position with it. */
  #restoreScroll(): void {
    const log = this.#query(".log");
    if (log && this.#away) log.scrollTop = this.#scrollTop;
    else this.#toEnd();
  }

  #query(selector: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }
}
