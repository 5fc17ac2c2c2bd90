import { isRecord } from "../wire/parts";
import type { Store } from "../wire/store";

/** Runs `task` while no other tab holds `name`; `undefined` when one does. */
export type Lock = <T>(name: string, task: () => Promise<T>) => Promise<T | undefined>;

export type Claim = "ours" | "lost" | "taken";

interface Entry {
  readonly id: string;
  readonly tab: string;
}

// Far more than one conversation asks for; older ids are closed on the server anyway.
const KEPT = 200;

/**
 * Remembers which requests were begun, over reloads and in all tabs of the site (B073).
 *
 * `ours`: not begun before, go on. `lost`: this tab began it and was reloaded before it could
 * report. `taken`: another tab has it, or it was reported.
 */
export class OnceBook {
  readonly #begun = new Set<string>();

  constructor(
    private readonly shared: Store,
    private readonly tab: string,
    private readonly lock: Lock,
  ) {}

  async claim(id: string): Promise<Claim> {
    if (this.#begun.has(id)) return "taken";
    this.#begun.add(id);
    const claim = await this.lock("docsteward:once", () => Promise.resolve(this.#enter(id)));
    return claim ?? "taken";
  }

  #enter(id: string): Claim {
    const entries = this.#read();
    const known = entries.find((entry) => entry.id === id);
    if (known) return known.tab === this.tab ? "lost" : "taken";
    this.#write([...entries, { id, tab: this.tab }]);
    return "ours";
  }

  /** What was reported is nobody's any more. */
  settle(id: string): void {
    this.#write(this.#read().map((entry) => (entry.id === id ? { id, tab: "" } : entry)));
  }

  /** What failed may be begun again. */
  release(id: string): void {
    this.#begun.delete(id);
    this.#write(this.#read().filter((entry) => entry.id !== id));
  }

  #read(): Entry[] {
    try {
      const value: unknown = JSON.parse(this.shared.get("docsteward:once") ?? "[]");
      return Array.isArray(value) ? value.filter(isEntry) : [];
    } catch (fault) {
      if (fault instanceof SyntaxError) return [];
      throw fault;
    }
  }

  #write(entries: readonly Entry[]): void {
    this.shared.set("docsteward:once", JSON.stringify(entries.slice(-KEPT)));
  }
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["tab"] === "string";
}

/** The browser's own locks where there are some (secure contexts), else none. */
export function pageLock(locks: LockManager | undefined): Lock {
  if (!locks) return (_name, task) => task();
  return async (name, task) => locks.request(name, () => task());
}
