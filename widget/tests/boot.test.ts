import { afterEach, describe, expect, test, vi } from "vitest";
import { boot, readTag } from "../src/boot";
import type { DocstewardWidget } from "../src/components/widget";
import type { Handle, Queued } from "../src/handle";

type Page = Window & typeof globalThis & { Docsteward?: Handle };
const page = window as Page;
const TAG = { origin: "https://ask.acme.dev", key: "demo" };

const hosts = (): DocstewardWidget[] => [...document.querySelectorAll<DocstewardWidget>("docsteward-widget")];
const call: Handle = (command, ...args) => page.Docsteward?.(command, ...args);

/** Mutation observers tell in their own time. */
const observed = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

function warnings(): string[] {
  return vi.mocked(console.warn).mock.calls.map((one) => String(one[0]));
}

function load(): void {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  boot(page, TAG);
}

afterEach(() => {
  if (page.Docsteward?.loaded) call("unload");
  delete page.Docsteward;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe("loading", () => {
  test("what was queued before the script came is run, in order (SPEC I1)", async () => {
    const queue: IArguments[] = [];
    const stub = function (..._call: unknown[]): void {
      // As the documentation's snippet does it.
      queue.push(arguments as IArguments);
    } as Handle;
    stub.q = queue;
    page.Docsteward = stub;
    stub("configure", { assistantName: "Acme" });
    stub("open");
    load();
    await hosts()[0]?.updateComplete;
    expect(hosts()[0]?.opened).toBe(true);
    expect(hosts()[0]?.shadowRoot?.querySelector("h2")?.textContent).toBe("Acme");
  });

  test("test_b090 what was queued can be taken back, before and after the script came (SPEC I1)", () => {
    // The documentation's snippet, to the letter but for its name.
    const queue: Queued[] = [];
    const stub = function (): () => void {
      const call = arguments as unknown as Queued;
      queue.push(call);
      return () => {
        call.gone = true;
        if (call.off) call.off();
      };
    } as unknown as Handle;
    stub.q = queue;
    page.Docsteward = stub;
    const ran: string[] = [];
    const before = stub("registerTool", "cart", () => ran.push("before")) as () => void;
    const after = stub("on", "open", () => ran.push("open")) as () => void;
    before();
    load();
    call("open");
    after();
    call("close");
    call("open");
    expect(ran).toEqual(["open"]);
    expect(hosts()[0]?.app?.tools.find("cart")).toBeUndefined();
  });

  test("test_b090 unload takes the page's tools away", () => {
    load();
    const off = call("registerTool", "cart", () => 1) as () => void;
    call("configure", { tools: [{ name: "total", description: "d", execute: () => 1 }] });
    const tools = hosts()[0]?.app?.tools;
    expect(tools?.toSend()).toEqual({ page_tools: [{ name: "total", description: "d" }], handlers: ["cart"] });
    call("unload");
    expect(tools?.toSend()).toEqual({});
    expect(off()).toBeUndefined();
  });

  test("test_b090 test_b133 a second script and a second open do nothing", () => {
    load();
    const first = page.Docsteward;
    boot(page, TAG);
    expect(page.Docsteward).toBe(first);
    expect(hosts()).toHaveLength(1);
    const opened: unknown[] = [];
    call("on", "open", () => opened.push(1));
    call("open");
    call("open");
    expect(opened).toHaveLength(1);
  });

  test("test_b090 unload frees everything, and it can be loaded again", async () => {
    load();
    const removed = vi.spyOn(document, "removeEventListener");
    call("open");
    call("unload");
    expect(hosts()).toHaveLength(0);
    expect(removed).toHaveBeenCalledWith("keydown", expect.any(Function));
    document.body.replaceChildren();
    await observed();
    expect(hosts()).toHaveLength(0);
    call("open");
    load();
    expect(hosts()).toHaveLength(1);
    expect(hosts()[0]?.opened).toBe(true);
  });

  test("test_b131 imported where there is no page it does nothing", async () => {
    vi.stubGlobal("document", undefined);
    await expect(import("../src/main")).resolves.toBeDefined();
    vi.unstubAllGlobals();
    expect(page.Docsteward).toBeUndefined();
  });

  test("the server's address comes from the script's own", () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const script = document.createElement("script");
    script.setAttribute("src", "https://ask.acme.dev/widget.js?v=1");
    expect(readTag(script, window)).toBeNull();
    script.setAttribute("data-key", "site_1");
    expect(readTag(script, window)).toEqual({ origin: "https://ask.acme.dev", key: "site_1" });
    expect(readTag(null, window)).toBeNull();
    expect(warnings()).toHaveLength(2);
  });
});

describe("commands", () => {
  test("an unknown one is told on the console", () => {
    load();
    call("identify", { external_id: "1" });
    call("constructor");
    expect(warnings()[0]).toContain('there is no command "identify"');
    expect(warnings()).toHaveLength(2);
  });

  test("a setting that cannot be is told, the others count", async () => {
    load();
    call("configure", { theme: "blue", greeting: "Hello", tool: [], labels: { send: "Go" } });
    call("open");
    await hosts()[0]?.updateComplete;
    expect(warnings().join()).toMatch(/"theme" cannot be "blue".*no setting "tool"/);
    const root = hosts()[0]?.shadowRoot;
    expect(root?.querySelector(".greeting")?.textContent).toBe("Hello");
    expect(root?.querySelector(".send")?.getAttribute("aria-label")).toBe("Go");
  });

  test("a listener that fails does not stop the others; it can be taken off", () => {
    load();
    const seen: string[] = [];
    call("on", "open", () => {
      throw new Error("theirs");
    });
    const off = call("on", "open", () => seen.push("a")) as () => void;
    call("open");
    off();
    call("close");
    call("open");
    expect(seen).toEqual(["a"]);
    call("on", "nothing", () => undefined);
    expect(warnings().join()).toContain("open, close, answer, offer, outcome");
  });

  test("hide takes it away, show brings it back", async () => {
    load();
    call("hide");
    await hosts()[0]?.updateComplete;
    expect(hosts()[0]?.shadowRoot?.querySelector(".launcher")).toBeNull();
    call("show");
    await hosts()[0]?.updateComplete;
    expect(hosts()[0]?.shadowRoot?.querySelector(".launcher")).not.toBeNull();
  });
});

describe("test_b130 pages that swap their body", () => {
  test("the host, the open state and the draft survive, and there is one launcher", async () => {
    load();
    call("open");
    const host = hosts()[0] as DocstewardWidget;
    await host.updateComplete;
    const field = host.shadowRoot?.querySelector<HTMLTextAreaElement>("#question") as HTMLTextAreaElement;
    field.value = "half a question";
    field.dispatchEvent(new Event("input"));
    for (let swap = 0; swap < 3; swap += 1) {
      const body = document.createElement("body");
      body.append(document.createElement("main"));
      document.documentElement.replaceChild(body, document.body);
      await observed();
      expect(hosts()).toEqual([host]);
    }
    document.body.replaceChildren();
    await observed();
    await host.updateComplete;
    expect(hosts()).toEqual([host]);
    expect(host.opened).toBe(true);
    expect(host.shadowRoot?.querySelector<HTMLTextAreaElement>("#question")?.value).toBe("half a question");
  });

  test("a page load in the same tab finds it open, with the draft", async () => {
    sessionStorage.setItem("docsteward:demo:open", "1");
    sessionStorage.setItem("docsteward:demo:draft", "half");
    load();
    await hosts()[0]?.updateComplete;
    expect(hosts()[0]?.opened).toBe(true);
    expect(hosts()[0]?.shadowRoot?.querySelector<HTMLTextAreaElement>("#question")?.value).toBe("half");
  });
});

test("test_b126 messages from other windows change nothing", async () => {
  load();
  window.dispatchEvent(new MessageEvent("message", { data: { event: "set-user", user: { id: "victim" } }, origin: "https://ad.example" }));
  window.dispatchEvent(new MessageEvent("message", { data: { type: "open" }, origin: "https://ad.example" }));
  await hosts()[0]?.updateComplete;
  expect(hosts()[0]?.opened).toBe(false);
  expect(localStorage).toHaveLength(0);
});
