import { isRecord } from "./wire/parts";
import { DEFAULTS, type App, type Settings } from "./app";
import { EVENT_NAMES, type EventName } from "./chat/hub";
import type { DocstewardWidget } from "./components/widget";

/** What a page calls: `Docsteward("open")`. */
export interface Handle {
  (command: string, ...args: readonly unknown[]): unknown;
  q?: Queued[];
  loaded?: boolean;
}

/** A call that waits for the script; the function that the stub gave for it sets `gone`. */
export interface Queued extends ArrayLike<unknown> {
  gone?: boolean;
  off?: () => void;
}

export interface Handled {
  readonly app: App;
  readonly element: DocstewardWidget;
  readonly unload: () => void;
}

type Command = (handled: Handled, args: readonly unknown[]) => unknown;

const COMMANDS: Readonly<Record<string, Command>> = {
  configure: ({ app }, [settings]) => configure(app, settings),
  open: ({ element }) => element.open(),
  close: ({ element }) => element.close(),
  toggle: ({ element }) => element.toggle(),
  show: ({ app }) => app.setHidden(false),
  hide: ({ app, element }) => {
    element.close();
    app.setHidden(true);
  },
  ask: ({ app, element }, [text, more]) => {
    if (typeof text !== "string") {
      app.env.warn(`Docsteward: ask needs a question, not ${show(text)}.`);
      return;
    }
    element.open();
    app.chat.ask(text, isRecord(more) && typeof more["quote"] === "string" ? more["quote"] : "");
  },
  clearChat: ({ app }) => app.chat.clear(),
  registerTool: ({ app }, [name, handler]) => app.tools.register(name, handler),
  on: ({ app }, [name, listener]) => on(app, name, listener),
  unload: ({ unload }) => unload(),
};

/** Runs one command; an unknown one, or wrong values, is told on the console and changes nothing. */
export function runCommand(handled: Handled, command: unknown, args: readonly unknown[]): unknown {
  const run = typeof command === "string" && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : null;
  if (run) return run(handled, args);
  const known = Object.keys(COMMANDS).join(", ");
  handled.app.env.warn(`Docsteward: there is no command ${show(command)}. There are: ${known}.`);
  return undefined;
}

function on(app: App, name: unknown, listener: unknown): unknown {
  const known = EVENT_NAMES.includes(name as EventName);
  if (!known || typeof listener !== "function") {
    const names = EVENT_NAMES.join(", ");
    app.env.warn(`Docsteward: on needs one of ${names} and a function, not ${show(name)}.`);
    return undefined;
  }
  return app.hub.on(name as EventName, (detail) => {
    (listener as (detail: unknown) => void)(detail);
  });
}

const CHECKS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  greeting: isString,
  assistantName: isString,
  suggestions: (value) => Array.isArray(value) && value.every(isString),
  theme: (value) => value === "auto" || value === "light" || value === "dark",
  labels: (value) =>
    typeof value === "object" && value !== null && Object.values(value).every(isString),
};

function configure(app: App, settings: unknown): void {
  if (typeof settings !== "object" || settings === null) {
    app.env.warn(`Docsteward: configure needs an object, not ${show(settings)}.`);
    return;
  }
  const good: Partial<Record<keyof Settings, unknown>> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (name === "tools") {
      app.tools.configure(value);
    } else if (!Object.hasOwn(CHECKS, name)) {
      const known = [...Object.keys(DEFAULTS), "tools"].join(", ");
      app.env.warn(`Docsteward: there is no setting ${show(name)}. There are: ${known}.`);
    } else if (!CHECKS[name as keyof Settings](value)) {
      app.env.warn(`Docsteward: the setting ${show(name)} cannot be ${show(value)}.`);
    } else {
      good[name as keyof Settings] = value;
    }
  }
  app.configure(good as Partial<Settings>);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
