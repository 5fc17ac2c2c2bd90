import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { App } from "../../src/app";
import { DocstewardWidget } from "../../src/components/widget";
import type { Part } from "../../src/wire/parts";
import { errorReply, FakeServer, fakeEnv, jsonReply, SESSION, settle, streamReply, type FakeEnv } from "../fakes";

if (!customElements.get("docsteward-widget")) customElements.define("docsteward-widget", DocstewardWidget);

const EVIL = '<img src=x onerror="document.title=1">';
const START = { type: "start", messageId: "turn_1" };
const VERDICT = { type: "data-verdict", data: { state: "answered", cause: null, message: "", closest: [] } };
const delta = (text: string): object => ({ type: "text-delta", id: "t", delta: text });
const source = (number: number, more: object = {}): object => ({
  type: "source-url",
  sourceId: String(number),
  url: `/docs/${number}/`,
  title: `Page ${number}`,
  providerMetadata: { docsteward: { number, kind: "section", passage: `Passage ${number}` } },
  ...more,
});
const offer = (more: object = {}): object => ({
  type: "data-offer",
  id: "off_1",
  data: { offer: "off_1", tool: "t", kind: "button", title: "Raise", label: "Raise", args: { plan: "pro" }, line: "With plan: pro", fields: [], link: null, state: "offered", outcome: null, ...more },
});

let app: App;
let env: FakeEnv;
let host: DocstewardWidget;
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  env = fakeEnv();
  app = new App({ ...env, fetch: server.fetch }, "https://ask.acme.dev", "demo");
  app.memory.save(SESSION);
  host = document.createElement("docsteward-widget") as DocstewardWidget;
  host.app = app;
  document.body.append(host);
});

afterEach(() => {
  host.remove();
  app.dispose();
  document.body.replaceChildren();
});

const all = <E extends HTMLElement = HTMLElement>(selector: string): E[] => [
  ...(host.shadowRoot?.querySelectorAll<E>(selector) ?? []),
];
const one = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = all<E>(selector)[0];
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};
const words = (element: Element): string => (element.textContent ?? "").replace(/[\s\u2060]+/g, " ").trim();
const focused = (): Element | null => host.shadowRoot?.activeElement ?? null;

async function shown(): Promise<void> {
  await settle();
  await host.updateComplete;
  await host.updateComplete;
}

test("E13: a quoted passage is shown as quoted and sent as its own field", async () => {
  server.on("/chat", () => streamReply([START, delta("So."), VERDICT]));
  host.open();
  app.chat.ask("Is it so?", " It <b>is</b>. ");
  await shown();
  expect(words(one("blockquote.quoted"))).toBe("It <b>is</b>.");
  expect(server.seen.find((seen) => seen.path === "/chat")?.body).toMatchObject({ quote: "It <b>is</b>." });
});

async function answer(...parts: object[]): Promise<void> {
  server.on("/chat", () => streamReply([START, ...parts]));
  host.open();
  app.chat.ask("How?");
  await shown();
}

function press(target: EventTarget, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

describe("an answer", () => {
  test("markers lead to their sources, numbers without one stay text, code stays code (E9)", async () => {
    await answer(source(1), delta("Yes [1], no [7], `a[1]`."), VERDICT);
    const [marker] = all<HTMLAnchorElement>("a.marker");
    expect(all(".marker")).toHaveLength(1);
    expect(marker?.getAttribute("href")).toBe("/docs/1/");
    expect(words(marker as Element)).toContain("Source 1: Page 1");
    expect(words(one(".text"))).toContain("no [7]");
    expect(one(".text code").textContent).toBe("a[1]");
  });

  test("a tool's source without address has a button and its passage (E11)", async () => {
    const tool = { type: "source-document", url: undefined, title: "Plan limits · from the site", providerMetadata: { docsteward: { number: 1, kind: "tool", passage: "50,000" } } };
    await answer(source(1, tool), delta("50,000 [1]."), VERDICT);
    expect(words(one(".source .title"))).toBe("Plan limits · from the site");
    expect(one(".passage").hidden).toBe(true);
    one("button.marker").click();
    await shown();
    expect(one(".passage").hidden).toBe(false);
    expect(one(".passage").textContent).toBe("50,000");
    expect(focused()?.closest(".source")).not.toBeNull();
  });

  test("a refusal and a withdrawal show the closest pages as links, and no text that was taken back", async () => {
    const closest = [{ title: "Plans", url: "https://other.example/p" }, { title: "Bad", url: "javascript:alert(1)" }];
    await answer(delta("Made up."), { ...VERDICT, data: { state: "withdrawn", cause: "uncited", message: "Not supported.", closest } });
    expect(words(one(".answer"))).not.toContain("Made up");
    expect(words(one(".answer"))).toContain("Not supported.");
    const links = all<HTMLAnchorElement>(".closest a");
    expect(links).toHaveLength(1);
    expect(links[0]?.rel).toBe("noopener");
    expect(links[0]?.target).toBe("_blank");
  });

  test("test_b113 test_b114 whatever is said, by whomever, is text", async () => {
    server.on("/offers/off_1/press", () => jsonReply({ state: "failed", outcome: EVIL }));
    const parts = [
      { type: "data-status", data: { phase: "tool", title: EVIL } },
      source(1, { title: EVIL, url: "javascript:alert(1)", providerMetadata: { docsteward: { number: 1, kind: "section", passage: EVIL } } }),
      delta(`${EVIL} <svg/onload=alert(1)> [c](javascript:alert(1)) [1]\n\n| ${EVIL} |\n|--|\n\n\`\`\`html\n${EVIL}\n\`\`\``),
      offer({ label: EVIL, title: EVIL, line: EVIL }),
      { ...VERDICT, data: { state: "failed", message: EVIL, closest: [{ title: EVIL, url: "/x" }] } },
    ];
    server.on("/chat", () => streamReply([START, ...parts]));
    host.open();
    app.chat.ask(EVIL);
    await shown();
    one("button.action").click();
    await shown();
    const root = host.shadowRoot as ShadowRoot;
    expect(root.querySelectorAll("img, svg[onload], script, iframe, [onerror]")).toHaveLength(0);
    expect([...root.querySelectorAll("a")].filter((link) => !link.getAttribute("href")?.startsWith("/"))).toEqual([]);
    expect(one(".question").textContent).toContain(EVIL);
    expect(one(".offer .reason").textContent).toContain(EVIL);
  });

  describe("a sentence that its source does not hold (N7)", () => {
    const claims = (marked: object[], tentative = false): object => ({
      type: "data-claims",
      data: { checked: 2, confidence: 0.5, tentative, marked },
    });
    const waits = { text: "It waits 11 s [1].", missing: [{ kind: "number", text: "11 s" }] };

    test("is marked in words behind it, and only it", async () => {
      await answer(source(1), delta("It waits 11 s [1]. It retries [1]."), claims([waits]), VERDICT);
      expect(words(one(".text"))).toMatch(/It waits 11 s .*\. \(not found in the cited source: 11 s\) It retries/);
      expect(all(".doubt")).toHaveLength(1);
      expect(words(one("[role=log]"))).toContain("One sentence was not found in its source.");
    });

    test("says where it may be turned into its opposite", async () => {
      const marked = [{ text: "It does not retry [1].", missing: [{ kind: "negation", text: "not" }] }];
      await answer(source(1), delta("It does not retry [1]."), claims(marked), VERDICT);
      expect(words(one(".doubt"))).toBe("(the cited source may say the opposite: not)");
    });

    test("keeps its cell, its code and its place when it comes twice", async () => {
      const row = { text: "| a | 11 s [1] |", missing: [{ kind: "number", text: "11 s" }] };
      await answer(source(1), delta("| x | y |\n|---|---|\n| a | 11 s [1] |\n\nIt waits 11 s [1]. It waits 11 s [1]."), claims([row, waits, waits]), VERDICT);
      expect(all("td .doubt")).toHaveLength(1);
      expect(all("td")).toHaveLength(2);
      expect(all("p .doubt")).toHaveLength(2);
    });

    test("is told below where the text has it otherwise, and a sign of the model's makes none", async () => {
      const odd = { text: "Not there [1].", missing: [{ kind: "name", text: EVIL }] };
      await answer(source(1), delta("It\uE0000\uE001 waits [1]."), claims([odd], true), VERDICT);
      expect(all(".text .doubt")).toHaveLength(0);
      expect(all(".end").map(words)).toEqual([
        app.labels.tentative,
        `Not there [1]. (not found in the cited source: ${EVIL})`,
      ]);
    });

    test("is marked when the conversation is restored, and gone with a withdrawn answer", async () => {
      app.memory.beginConversation();
      const texts = { type: "text", text: "It waits 11 s [1]." };
      const stored = { turn: "turn_9", question: "How long?", state: "answered", parts: [source(1), texts, claims([waits]), VERDICT] };
      const gone = { type: "data-verdict", data: { state: "withdrawn", cause: "uncited", message: "No.", closest: [] } };
      const other = { ...stored, turn: "turn_10", state: "withdrawn", parts: [texts, claims([waits]), gone] };
      server.on(`/conversations/${app.memory.conversation}`, () => jsonReply({ id: "c", turns: [stored, other] }));
      host.open();
      await app.chat.restore();
      await shown();
      expect(all(".doubt")).toHaveLength(1);
    });

    test("nonsense in the part changes nothing", async () => {
      await answer(source(1), delta("Yes [1]."), claims([{ text: "", missing: [] }, 7 as never, { text: "Yes [1]." }]), VERDICT);
      expect(all(".doubt")).toHaveLength(0);
    });
  });

  test("a question with a credential is shown masked, and one press asks it so (E2)", async () => {
    const masked = "Why is [redacted: npm token] refused?";
    const data = { state: "refused", cause: "credential", message: "It holds a secret.", closest: [], masked };
    await answer(delta("It holds a secret."), { type: "data-verdict", data });
    expect(words(one(".question"))).toBe(`You asked: ${masked}`);
    const button = all(".tools button").find((each) => words(each) === app.labels.askMasked);
    server.on("/chat", () => streamReply([{ type: "start", messageId: "turn_2" }, delta("Because."), VERDICT]));
    button?.click();
    await shown();
    const asked = server.seen.filter((seen) => seen.path === "/chat").at(-1)?.body as { messages: { parts: object[] }[] };
    expect(asked.messages[0]?.parts).toEqual([{ type: "text", text: masked }]);
    expect(all(".question").map(words)).toEqual([`You asked: ${masked}`, `You asked: ${masked}`]);
  });

  test("an answer that broke can be asked again", async () => {
    await answer(delta("Half"), { ...VERDICT, data: { state: "interrupted" } });
    server.on("/chat", () => streamReply([{ ...START, messageId: "turn_2" }, delta("Whole"), VERDICT]));
    const again = all(".tools button").find((button) => words(button) === app.labels.askAgain);
    again?.click();
    await shown();
    expect(all(".turn").map((turn) => turn.dataset["state"])).toEqual(["interrupted", "answered"]);
  });

  test("copying takes the answer with its sources", async () => {
    await answer(source(1), delta("Yes [1]."), VERDICT);
    one(".tools button").click();
    await shown();
    expect(env.copied).toEqual(["Yes [1].\n\n[1] Page 1 /docs/1/"]);
  });

  test("test_b069 what runs, what is offered and what is done are told apart", async () => {
    await answer(offer(), VERDICT);
    expect(words(host.shadowRoot?.querySelector(".root") as Element)).not.toContain(app.labels.working);
    let reply: (response: Response) => void = () => undefined;
    server.on("/offers/off_1/press", () => new Promise<Response>((done) => (reply = done)));
    one("button.action").click();
    await shown();
    expect(one<HTMLButtonElement>("button.action").disabled).toBe(true);
    expect(one(".spinner").getAttribute("aria-label")).toBe(app.labels.working);
    reply(jsonReply({ state: "done", outcome: "Raised." }));
    await shown();
    expect(words(one(".outcome"))).toBe("Raise Raised.");
    expect(focused()).toBe(one(".outcome"));
  });

  test("test_b011 each offer is answered on its own", async () => {
    server.on("/offers/a/press", () => jsonReply({ state: "done", outcome: "A." }));
    await answer(offer({ offer: "a", label: "A" }), offer({ offer: "b", label: "B" }), VERDICT);
    all("button.action")[0]?.click();
    await shown();
    expect(all(".outcome")).toHaveLength(1);
    expect(words(one("button.action"))).toBe("B With plan: pro");
  });
});

describe("offers", () => {
  test("the second line is part of the button's name (SPEC F2)", async () => {
    await answer(offer(), VERDICT);
    expect(words(one("button.action"))).toBe("Raise With plan: pro");
  });

  test("a link is a real link, in place on its own site and without opener elsewhere (SPEC D3)", async () => {
    await answer(offer({ offer: "a", link: { url: "/pricing?plan=pro", new_tab: false } }), offer({ offer: "b", link: { url: "https://x.example/", new_tab: true } }), VERDICT);
    const [own, other] = all<HTMLAnchorElement>("a.action");
    expect([own?.getAttribute("href"), own?.getAttribute("target")]).toEqual(["/pricing?plan=pro", null]);
    expect([other?.target, other?.rel]).toEqual(["_blank", "noopener"]);
  });

  test("a former visit's offers are told, not pressed (SPEC F5)", async () => {
    const parts = [{ type: "text", text: "Hi" }, offer(), VERDICT] as Part[];
    app.memory.beginConversation();
    server.on(`/conversations/${app.memory.conversation}`, () => jsonReply({ id: "c", turns: [{ turn: "turn_9", question: "q", state: "answered", parts }] }));
    host.open();
    await shown();
    expect(all(".action")).toHaveLength(0);
    expect(words(one(".past"))).toBe("Offered earlier: Raise (With plan: pro)");
  });

  test("test_b084 the same tab's offers stay live over a page load", async () => {
    const parts = [offer(), VERDICT] as Part[];
    app.memory.beginConversation();
    app.memory.addSeen("turn_9");
    server.on(`/conversations/${app.memory.conversation}`, () => jsonReply({ id: "c", turns: [{ turn: "turn_9", question: "q", state: "answered", parts }] }));
    host.open();
    await shown();
    expect(all("button.action")).toHaveLength(1);
  });

  test("test_b139 a wrong field is marked, described, focused and announced", async () => {
    const fields = [
      { name: "name", label: "Your name", type: "text", required: true, value: "A" },
      { name: "mail", label: "Your mail", type: "email", required: true, value: "" },
      { name: "seats", label: "Seats", type: "number", minimum: 1, maximum: 9 },
    ];
    await answer(offer({ kind: "form", fields }), VERDICT);
    one("button.action").click();
    await shown();
    expect(all("label").map(words)).toEqual(["Your name* required", "Your mail* required", "Seats"]);
    const seats = one<HTMLInputElement>("input[name=seats]");
    seats.value = "2.";
    seats.dispatchEvent(new Event("input", { bubbles: true }));
    one("form.card").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await shown();
    const mail = one<HTMLInputElement>("input[name=mail]");
    expect(mail.getAttribute("aria-invalid")).toBe("true");
    const described = (mail.getAttribute("aria-describedby") ?? "").split(" ").map((id) => words(one(`[id="${id}"]`)));
    expect(described).toEqual([app.labels.fieldRequired]);
    expect(focused()).toBe(mail);
    expect(words(one("[role=log]"))).toBe(app.labels.faultsOne);
    expect(one<HTMLInputElement>("input[name=seats]").value).toBe("2.");
    expect(one("input[name=seats]").getAttribute("aria-describedby")).toContain("help");
  });

  test("test_b139 the server's faults stand at the field too, and the form ends in its outcome", async () => {
    const fields = [{ name: "mail", label: "Mail", type: "email", required: true, value: "me" }];
    server.on("/offers/off_1/press", () => errorReply(422, "arguments_invalid", { faults: [{ field: "mail", message: "No address." }] }), () => jsonReply({ state: "done", outcome: "Sent." }));
    await answer(offer({ kind: "form", fields }), VERDICT);
    one("button.action").click();
    await shown();
    const submit = (): boolean => one("form.card").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    submit();
    await shown();
    expect(words(one(".field .fault"))).toBe("No address.");
    expect(focused()).toBe(one("input[name=mail]"));
    submit();
    await shown();
    expect(all("form.card")).toHaveLength(0);
    expect(words(one(".outcome"))).toBe("Raise Sent.");
  });
});

describe("test_b138 reading it aloud", () => {
  test("the launcher is named and says whether it is open", async () => {
    await host.updateComplete;
    expect(one(".launcher").getAttribute("aria-label")).toContain("Ask");
    expect(one(".launcher").getAttribute("aria-expanded")).toBe("false");
    host.open();
    await shown();
    expect(one(".launcher").getAttribute("aria-expanded")).toBe("true");
    expect(one(".panel").getAttribute("role")).toBe("dialog");
  });

  test("an answer is announced once, at its end", async () => {
    let send: (part: object) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (part) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(part)}\n\n`));
      },
    });
    server.on("/chat", () => new Response(body));
    host.open();
    app.chat.ask("How?");
    await shown();
    expect(one("[role=log]").getAttribute("aria-live")).toBe("polite");
    const said: string[] = [];
    for (const part of [START, source(1), delta("One "), delta("**two** [1]."), VERDICT, { type: "finish" }]) {
      send(part);
      await shown();
      said.push(words(one("[role=log]")));
    }
    const whole = "Answer: One two. One source.";
    expect(said).toEqual(["", "", "", "", whole, whole]);
  });
});

describe("keys", () => {
  test("focus moves in on opening, and back on Escape", async () => {
    const button = document.createElement("button");
    document.body.append(button);
    button.focus();
    host.open();
    await shown();
    expect(focused()).toBe(one("#question"));
    press(one("#question"), "Escape");
    await shown();
    expect(host.opened).toBe(false);
    expect(document.activeElement).toBe(button);
  });

  test("Ctrl+I and Cmd+I toggle, from the page and from the field; not while the page is written in", async () => {
    await host.updateComplete;
    expect(press(document.body, "i", { ctrlKey: true }).defaultPrevented).toBe(true);
    await shown();
    expect(host.opened).toBe(true);
    press(one("#question"), "i", { metaKey: true });
    await shown();
    expect(host.opened).toBe(false);
    const editor = document.createElement("textarea");
    document.body.append(editor);
    expect(press(editor, "i", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(host.opened).toBe(false);
  });

  test.each(["f", "A", "/", "?", "s", "k", " "])("test_b134 test_b135 %j typed here does not reach the page", async (key) => {
    host.open();
    await shown();
    const seen: string[] = [];
    const listen = (event: Event): void => void seen.push((event as KeyboardEvent).key);
    for (const target of [document, window]) target.addEventListener("keydown", listen);
    press(one("#question"), key);
    press(one("#question"), "k", { ctrlKey: true });
    press(one("header button:not([hidden])"), key);
    for (const target of [document, window]) target.removeEventListener("keydown", listen);
    expect(seen).toEqual([]);
  });

  test("a combination on a button of ours is still the page's", async () => {
    host.open();
    await shown();
    const seen: string[] = [];
    const listen = (event: Event): void => void seen.push((event as KeyboardEvent).key);
    document.addEventListener("keydown", listen);
    press(one("header button"), "k", { ctrlKey: true });
    document.removeEventListener("keydown", listen);
    expect(seen).toEqual(["k"]);
  });

  test("Enter sends and clears, Shift+Enter does not (B082)", async () => {
    server.on("/chat", () => streamReply([START, delta("Hi"), VERDICT]));
    host.open();
    await shown();
    const field = one<HTMLTextAreaElement>("#question");
    field.value = "How?";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await shown();
    expect(press(field, "Enter", { shiftKey: true }).defaultPrevented).toBe(false);
    expect(server.paths()).toEqual([]);
    press(field, "Enter");
    press(field, "Enter");
    await shown();
    expect(server.paths()).toEqual(["POST /chat"]);
    expect(field.value).toBe("");
  });

  test.each([{ isComposing: true }, { keyCode: 229 }])("test_b141 Enter that ends a composition (%j) sends nothing", async (more) => {
    server.on("/chat", () => streamReply([START, VERDICT]));
    host.open();
    app.memory.draft = "設定";
    host.requestUpdate();
    await shown();
    press(one("#question"), "Enter", more);
    await shown();
    expect(server.paths()).toEqual([]);
    expect(app.memory.draft).toBe("設定");
  });

  test("test_b141 nor does it send a form", async () => {
    const fields = [{ name: "mail", label: "Mail", type: "text", required: true, value: "x" }];
    await answer(offer({ kind: "form", fields }), VERDICT);
    one("button.action").click();
    await shown();
    expect(focused()).toBe(one("input[name=mail]"));
    expect(press(one("input[name=mail]"), "Enter", { keyCode: 229 }).defaultPrevented).toBe(true);
    expect(press(one("input[name=mail]"), "Enter").defaultPrevented).toBe(false);
  });

  test("a question that is too long is kept and not sent", async () => {
    host.open();
    app.memory.draft = "x".repeat(4_001);
    host.requestUpdate();
    await shown();
    press(one("#question"), "Enter");
    await shown();
    expect(server.paths()).toEqual([]);
    expect(words(one("#surplus"))).toBe("1 characters too many");
    expect(one("#question").getAttribute("aria-describedby")).toBe("surplus");
  });
});

describe("looks", () => {
  test("test_b125 nothing needs inline styles: no style element or attribute anywhere", async () => {
    await answer(source(1), delta("# A\n\n- b [1]\n\n| a |\n|:-:|\n| 1 |"), offer(), VERDICT);
    expect(all("style, [style]")).toEqual([]);
    expect(host.hasAttribute("style")).toBe(false);
    expect(document.head.querySelectorAll("style")).toHaveLength(0);
    expect(host.shadowRoot?.adoptedStyleSheets.length).toBeGreaterThan(0);
  });

  test("test_b137 test_b145 sizes are px, and fields 16px on touch", () => {
    const css = DocstewardWidget.styles.map((sheet) => sheet.cssText).join("\n");
    expect(css).not.toMatch(/\d(?:rem|em)\b/);
    expect(css).toMatch(/all: initial !important/);
    expect(css).toMatch(/pointer: coarse[\s\S]*?input, select, textarea[\s\S]*?font-size: 16px/);
  });

  test("right to left follows the page", async () => {
    document.documentElement.dir = "rtl";
    document.documentElement.style.direction = "rtl";
    app.changed();
    await shown();
    expect(one(".root").getAttribute("dir")).toBe("rtl");
    document.documentElement.removeAttribute("dir");
    document.documentElement.removeAttribute("style");
  });
});
