// @vitest-environment node
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Client } from "../src/wire/client";
import type { Part } from "../src/wire/parts";
import { followTurn } from "../src/wire/stream";
import { startMock, type StartedMock } from "../dev/mock-server.mjs";
import { Sessions } from "./fakes";

let started: StartedMock;

beforeEach(async () => {
  started = await startMock();
});

afterEach(() => started.close());

async function token(): Promise<string> {
  const response = await fetch(`${started.url}/api/v1/session`, { method: "POST", body: '{"key":"demo"}' });
  return ((await response.json()) as { token: string }).token;
}

test("the stream that the widget reads is the one that the AI SDK reads", async () => {
  const transport = new DefaultChatTransport({
    api: `${started.url}/api/v1/chat`,
    headers: { Authorization: `Bearer ${await token()}` },
  });
  const stream: ReadableStream<UIMessageChunk> = await transport.sendMessages({
    trigger: "submit-message",
    chatId: "c1",
    messageId: undefined,
    abortSignal: undefined,
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "Show markdown" }] }],
  });
  let message: UIMessage | undefined;
  for await (message of readUIMessageStream({ stream }));
  const kinds = new Set(message?.parts.map((part) => part.type));
  expect(kinds).toContain("text");
  expect(kinds).toContain("source-url");
  expect(kinds).toContain("data-verdict");
});

test("test_b094 a real connection that drops twice loses and doubles nothing", async () => {
  const client = new Client({
    origin: started.url,
    key: "demo",
    sessions: new Sessions(),
    fetch,
    online: () => true,
    now: () => Date.now(),
  });
  const read = async (text: string, message: string): Promise<string> => {
    const parts: Part[] = [];
    const question = { conversation: message, message, text, page: { url: "https://d/", title: "" } };
    await followTurn({
      source: {
        start: (signal) => client.chat(question, signal),
        resume: (turn, after, signal) => client.events(turn, after, signal),
      },
      onPart: (part) => parts.push(part),
      onReconnect: () => undefined,
      signal: new AbortController().signal,
      sleep: () => new Promise((done) => setTimeout(done, 1)),
      watch: () => () => undefined,
    });
    return parts.map((part) => String(part["delta"] ?? "")).join("");
  };
  expect(await read("drop", "m1")).toBe(await read("How many requests?", "m2"));
  const resumed = started.mock.log.filter((one) => one.path.endsWith("/events"));
  const asked = started.mock.log.filter((one) => one.path.endsWith("/chat"));
  // A line that is cut before the turn's name came is opened by the question itself.
  expect(resumed.length + asked.length).toBeGreaterThanOrEqual(4);
  expect(resumed.every((one) => Number(one.headers["last-event-id"]) > 0)).toBe(true);
});
