// Canned turns: each is a list of steps that the mock server plays, one event a step.

const section = (number, title, path, passage) => ({
  type: "source-url",
  sourceId: String(number),
  url: path,
  title,
  providerMetadata: { docsteward: { number, kind: "section", passage } },
});

const siteTool = (number, title, passage) => ({
  type: "source-document",
  sourceId: String(number),
  mediaType: "text/plain",
  title,
  providerMetadata: { docsteward: { number, kind: "tool", passage } },
});

const status = (phase, title = "") => ({ type: "data-status", data: { phase, title }, transient: true });

const verdict = (state, more = {}) => ({
  type: "data-verdict",
  data: { state, cause: null, message: "", closest: [], ...more },
});

const text = (content) => [
  { type: "text-start", id: "t1" },
  ...(content.match(/[\s\S]{1,7}/g) ?? []).map((delta) => ({ type: "text-delta", id: "t1", delta })),
  { type: "text-end", id: "t1" },
];

const offer = (id, more) => ({
  type: "data-offer",
  id,
  data: {
    offer: id,
    tool: "open_pricing",
    kind: "button",
    title: "Open pricing",
    label: "Open pricing",
    args: {},
    line: "",
    fields: [],
    link: null,
    state: "offered",
    outcome: null,
    ...more,
  },
});

const field = (name, label, type, more = {}) => ({
  name,
  label,
  type,
  required: false,
  value: "",
  options: [],
  minimum: null,
  maximum: null,
  step: null,
  min_length: null,
  max_length: null,
  pattern: null,
  item: null,
  min_items: null,
  max_items: null,
  fields: [],
  ...more,
});

export const PLANS_ANSWER = `The **Pro** plan allows 50,000 requests a day and keeps logs for 30 days [1]. Above that, requests are answered with status \`429\` until midnight UTC [2].

To see how much you have used:

1. Open **Settings › Usage**.
2. Choose a project, then read *Requests today*.

\`\`\`sh
acme usage --project web --today
\`\`\``;

const MARKDOWN = `## Every shape

Text with **bold**, *italic*, ~~gone~~, \`code\` and a [link](/docs/plans/) [1]. 設定**「安装」**一节。 R$ 9,90 and R$ 19,90.

| Plan | Requests a day | Price |
|:-----|:--:|-----:|
| Free | 1,000 | 0 |
| Pro | 50,000 | 29 |

- one
- two
  - nested
- [x] done

> A note from the page.

\`\`\`ts
const plan: Plan = await acme.plans.get("pro"); // a long line that has to scroll inside its own box
\`\`\`

<img src=x onerror=alert(1)> stays text, and List<String> too.`;

const SUPPORT_FIELDS = [
  field("email", "Where support replies", "email", { required: true }),
  field("topic", "What it is about", "select", { required: true, options: ["billing", "outage", "other"], value: "billing" }),
  field("seats", "Seats concerned", "number", { minimum: 1, maximum: 500 }),
  field("message", "What happened", "textarea", { required: true, value: "I am over my request limit." }),
  field("urgent", "It blocks our work", "checkbox", { value: false }),
];

const LINE = field("", "", "group", {
  required: true,
  value: null,
  fields: [
    field("sku", "Article", "text", { required: true, value: null }),
    field("count", "How many", "integer", { minimum: 1, value: null }),
  ],
});

const QUOTE_FIELDS = [
  field("lines", "What you need", "list", { required: true, item: LINE, min_items: 1, max_items: 3, value: [{ sku: "seats", count: 5 }] }),
  field("address", "Where to send it", "group", {
    value: null,
    fields: [field("city", "City", "text", { required: true, value: null }), field("notes", "Notes", "list", { item: field("", "", "text", { required: true }), value: null })],
  }),
  field("extra", "Anything else", "json", { value: null }),
];

/** The steps of the turn that answers `question`; `ids` makes names that no other turn has. */
export function stepsFor(question, ids) {
  const asked = question.toLowerCase();
  const known = TURNS.find(([word]) => asked.includes(word));
  return known ? known[1](ids) : plain();
}

const plain = () => [
  status("searching"),
  section(1, "Plans › Pro", "/docs/plans/#pro", "The Pro plan allows 50,000 requests a day. Logs are kept for 30 days."),
  section(2, "Limits › Over the limit", "/docs/limits/#over", "Requests over the limit are answered with status 429."),
  ...text(PLANS_ANSWER),
  verdict("answered"),
];

const TURNS = [
  ["a quote", (ids) => [
    status("searching"),
    ...text("Sales writes a quote for you."),
    offer(ids("off"), { tool: "ask_quote", kind: "form", title: "Ask for a quote", label: "Ask for a quote", fields: QUOTE_FIELDS }),
    verdict("answered"),
  ]],
  ["my limit", (ids) => {
    const call = ids("call");
    return [
      status("searching"),
      { type: "tool-input-available", toolCallId: call, toolName: "plan_limits", input: {}, dynamic: true },
      status("page", "Plan limits"),
      { type: "data-call", id: call, data: { call, tool: "plan_limits", title: "Plan limits", request: { kind: "fetch", method: "GET", url: "/api/plans/pro", seconds: 10 }, seconds: 10 } },
      { wait: call },
      { type: "tool-output-available", toolCallId: call, output: { ok: true, ms: 12 }, dynamic: true },
      siteTool(1, "Plan limits · from the site", '{"requests_per_day": 50000}'),
      section(2, "Limits › Over the limit", "/docs/limits/#over", "Requests over the limit are answered with status 429."),
      ...text("Your plan allows **50,000** requests a day [1]. Over it, requests are answered with `429` [2]."),
      offer(ids("off"), { args: { plan: "pro" }, line: "With plan: pro", link: { url: "/pricing?plan=pro", new_tab: false } }),
      offer(ids("off"), { tool: "raise_limit", title: "Raise the limit", label: "Raise my limit", line: "With plan: pro", args: { plan: "pro" } }),
      verdict("answered"),
    ];
  }],
  ["person", (ids) => [
    status("searching"),
    section(1, "Support › Contact", "/docs/support/#contact", "Support answers within one working day."),
    ...text("Support answers within one working day [1]. I can pass your question on."),
    offer(ids("off"), { tool: "contact_support", kind: "form", title: "Contact support", label: "Contact support", fields: SUPPORT_FIELDS }),
    verdict("answered"),
  ]],
  ["event", (ids) => [
    status("searching"),
    section(1, "Demo", "/docs/demo/", "A guided demo takes five minutes."),
    ...text("A guided demo takes five minutes [1]."),
    offer(ids("off"), { tool: "open_demo", title: "Start the demo", label: "Start the demo" }),
    verdict("answered"),
  ]],
  ["weather", () => [
    status("searching"),
    ...text("The documentation does not answer this."),
    verdict("refused", { cause: "no_support", message: "The documentation does not answer this.", closest: CLOSEST }),
  ]],
  ["withdraw", () => [
    status("searching"),
    ...text("It is certainly forty-two requests."),
    verdict("withdrawn", { cause: "uncited", message: "I could not support that answer from the documentation.", closest: CLOSEST }),
  ]],
  ["drop", () => {
    const steps = plain();
    return [...steps.slice(0, 9), { drop: true }, ...steps.slice(9, 15), { drop: true }, ...steps.slice(15)];
  }],
  ["broken", () => [status("thinking"), ...text("The first half"), verdict("failed", { message: "The model did not answer." }), { type: "error", errorText: "The model did not answer." }]],
  ["crash", () => [status("thinking"), ...text("The first half"), verdict("interrupted")]],
  ["markdown", () => [section(1, "Plans", "/docs/plans/", "All plans."), ...text(MARKDOWN), verdict("answered")]],
  ["think long", () => [status("searching"), { pause: 4000 }, status("tool", "Plan limits"), { pause: 4000 }, ...plain()]],
];

const CLOSEST = [
  { title: "Plans", url: "/docs/plans/" },
  { title: "Limits › Over the limit", url: "/docs/limits/#over" },
  { title: "Support › Contact", url: "https://support.acme.example/contact" },
];
