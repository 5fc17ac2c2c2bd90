import { isRecord } from "../wire/parts";
import type { Session, SessionKeeper } from "../wire/client";
import type { Store } from "../wire/store";

/** What the browser keeps of one site's conversation: some for the site, some for this tab. */
export class Memory implements SessionKeeper {
  readonly #prefix: string;

  constructor(
    key: string,
    readonly site: Store,
    readonly tab: Store,
    private readonly newId: () => string,
  ) {
    this.#prefix = `docsteward:${key}:`;
  }

  get lasting(): boolean {
    return this.site.lasting;
  }

  load(): Session | null {
    const value = parse(this.site.get(`${this.#prefix}session`));
    if (!isRecord(value)) return null;
    const { token, expires, assistant } = value;
    if (typeof token !== "string" || typeof expires !== "string") return null;
    return { token, expires, assistant: typeof assistant === "string" ? assistant : "" };
  }

  save(session: Session | null): void {
    if (session) this.site.set(`${this.#prefix}session`, JSON.stringify(session));
    else this.site.remove(`${this.#prefix}session`);
  }

  /** The only place the conversation's name comes from (B087). */
  get conversation(): string | null {
    return this.site.get(`${this.#prefix}conversation`);
  }

  beginConversation(): string {
    const id = `c_${this.newId()}`;
    this.site.set(`${this.#prefix}conversation`, id);
    return id;
  }

  endConversation(): void {
    this.site.remove(`${this.#prefix}conversation`);
    this.tab.remove(`${this.#prefix}seen`);
    this.tab.remove(`${this.#prefix}links`);
  }

  get tabId(): string {
    const known = this.tab.get(`${this.#prefix}tab`);
    if (known) return known;
    const id = this.newId();
    this.tab.set(`${this.#prefix}tab`, id);
    return id;
  }

  get open(): boolean {
    return this.tab.get(`${this.#prefix}open`) === "1";
  }

  set open(open: boolean) {
    this.tab.set(`${this.#prefix}open`, open ? "1" : "0");
  }

  get draft(): string {
    return this.tab.get(`${this.#prefix}draft`) ?? "";
  }

  set draft(draft: string) {
    this.tab.set(`${this.#prefix}draft`, draft);
  }

  /** Turns that this tab saw begin: their offers stay live over its page loads (F5). */
  get seen(): ReadonlySet<string> {
    return new Set(this.#list("seen"));
  }

  addSeen(turn: string): void {
    this.#setList("seen", [...this.#list("seen").filter((one) => one !== turn), turn]);
  }

  /** Links that were followed, but not reported, for the page went away. */
  get followed(): readonly string[] {
    return this.#list("links");
  }

  addFollowed(offer: string): void {
    this.#setList("links", [...this.#list("links").filter((one) => one !== offer), offer]);
  }

  dropFollowed(offer: string): void {
    this.#setList(
      "links",
      this.#list("links").filter((one) => one !== offer),
    );
  }

  #list(name: string): string[] {
    const value = parse(this.tab.get(this.#prefix + name));
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  }

  #setList(name: string, list: readonly string[]): void {
    this.tab.set(this.#prefix + name, JSON.stringify(list.slice(-50)));
  }
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}
