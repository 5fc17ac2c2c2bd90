/** The browser's storage, or memory where the browser refuses it. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** False when what is kept ends with the page. */
  readonly lasting: boolean;
}

class WrappedStore implements Store {
  readonly #memory = new Map<string, string>();
  #storage: Storage | null;

  constructor(storage: Storage | null) {
    this.#storage = storage;
  }

  get lasting(): boolean {
    return this.#storage !== null;
  }

  get(key: string): string | null {
    const kept = this.#memory.get(key);
    if (kept !== undefined) return kept;
    return this.#try((storage) => storage.getItem(key)) ?? null;
  }

  set(key: string, value: string): void {
    const stored = this.#try((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (stored) this.#memory.delete(key);
    else this.#memory.set(key, value);
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#try((storage) => {
      storage.removeItem(key);
    });
  }

  #try<T>(use: (storage: Storage) => T): T | undefined {
    if (!this.#storage) return undefined;
    try {
      return use(this.#storage);
    } catch (fault) {
      // A full or withdrawn storage: from here on the page's memory must do.
      if (!(fault instanceof DOMException)) throw fault;
      this.#storage = null;
      return undefined;
    }
  }
}

/** Wraps what `open` gives; even asking for `localStorage` may throw (B129). */
export function openStore(open: () => Storage): Store {
  try {
    return new WrappedStore(open());
  } catch (fault) {
    if (!(fault instanceof DOMException)) throw fault;
    return new WrappedStore(null);
  }
}
