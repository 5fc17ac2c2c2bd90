import { pageLock, type Lock } from "./page/once";
import { openStore, type Store } from "./wire/store";

/** All that the widget takes from the browser; a test gives its own. */
export interface Env {
  readonly window: Window & typeof globalThis;
  readonly fetch: typeof fetch;
  readonly site: Store;
  readonly tab: Store;
  readonly lock: Lock;
  readonly online: () => boolean;
  readonly touch: () => boolean;
  readonly now: () => number;
  readonly newId: () => string;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly after: (expire: () => void, ms: number) => () => void;
  readonly copy: (text: string) => Promise<boolean>;
  readonly dispatchEvent: (name: string, detail: unknown) => void;
  readonly navigate: (url: string, newTab: boolean) => void;
  readonly warn: (text: string, fault?: unknown) => void;
}

export function browserEnv(window: Window & typeof globalThis): Env {
  const { document, navigator } = window;
  const after = (expire: () => void, ms: number): (() => void) => {
    const timer = window.setTimeout(expire, ms);
    return () => window.clearTimeout(timer);
  };
  return {
    window,
    fetch: window.fetch.bind(window),
    site: openStore(() => window.localStorage),
    tab: openStore(() => window.sessionStorage),
    lock: pageLock(navigator.locks),
    online: () => navigator.onLine,
    touch: () => window.matchMedia("(pointer: coarse)").matches,
    now: () => Date.now(),
    newId: () => randomId(window.crypto),
    sleep: (ms, signal) => sleep(window, ms, signal),
    after,
    copy: (text) => copy(window, text),
    dispatchEvent: (name, detail) => {
      window.dispatchEvent(new window.CustomEvent(name, { detail }));
    },
    navigate: (url, newTab) => {
      const link = document.createElement("a");
      link.href = url;
      link.rel = "noopener";
      if (newTab) link.target = "_blank";
      link.click();
    },
    warn: (text, fault) => {
      if (fault === undefined) console.warn(text);
      else console.warn(text, fault);
    },
  };
}

/** `randomUUID` is missing on pages without TLS. */
function randomId(crypto: Crypto): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Ends early when the network comes back, or when `signal` fires. */
function sleep(window: Window & typeof globalThis, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener("online", wake);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = window.setTimeout(wake, ms);
    window.addEventListener("online", wake);
    signal?.addEventListener("abort", wake);
  });
}

async function copy(window: Window & typeof globalThis, text: string): Promise<boolean> {
  try {
    await window.navigator.clipboard.writeText(text);
    return true;
  } catch (fault) {
    // Refused by the reader or the page's policy, or absent on a page without TLS.
    if (fault instanceof DOMException || fault instanceof TypeError) return false;
    throw fault;
  }
}
