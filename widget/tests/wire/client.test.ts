import { describe, expect, test } from "vitest";
import { Client } from "../../src/wire/client";
import { NetworkError, ServerError } from "../../src/wire/errors";
import { errorReply, FakeServer, jsonReply, SESSION, Sessions } from "../fakes";

const NOW = Date.parse("2026-11-30T10:00:00Z");

function client(server: FakeServer, sessions = new Sessions(), online = true): Client {
  return new Client({
    origin: "https://ask.acme.dev",
    key: "site_1",
    sessions,
    fetch: server.fetch,
    online: () => online,
    now: () => NOW,
  });
}

const opened = (): Response =>
  jsonReply({ token: "new", visitor: "v", expires_at: "2026-12-30T10:00:00Z", assistant: { name: "Acme" } });

describe("sessions", () => {
  test("one session is opened for many requests, and sent as a bearer", async () => {
    const server = new FakeServer().on("/session", opened).on("/conversations/a", () => jsonReply({ id: "a", turns: [] }));
    const sessions = new Sessions();
    const door = client(server, sessions);
    await Promise.all([door.conversation("a"), door.conversation("a")]);
    expect(server.paths()).toEqual(["POST /session", "GET /conversations/a", "GET /conversations/a"]);
    expect(server.seen[0]?.body).toEqual({ key: "site_1" });
    expect(server.seen[1]?.headers.get("authorization")).toBe("Bearer new");
    expect(sessions.session?.assistant).toBe("Acme");
  });

  test("one that has run out is not used", async () => {
    const server = new FakeServer().on("/session", opened).on("/conversations/a", () => jsonReply({}));
    await client(server, new Sessions({ ...SESSION, expires: "2026-11-30T09:59:59Z" })).conversation("a");
    expect(server.seen[0]?.path).toBe("/session");
  });

  test("one that the server knows no more is forgotten", async () => {
    const server = new FakeServer().on("/conversations/a", () => errorReply(401, "session_expired"));
    const sessions = new Sessions(SESSION);
    await expect(client(server, sessions).conversation("a")).rejects.toMatchObject({ code: "session_expired" });
    expect(sessions.session).toBeNull();
  });
});

describe("errors", () => {
  test("the server's own body is read", async () => {
    const server = new FakeServer().on("/offers/o/press", () => errorReply(409, "offer_closed", { state: "done" }));
    const fault = await client(server, new Sessions(SESSION)).press("o", {}).catch((one: unknown) => one);
    expect(fault).toBeInstanceOf(ServerError);
    expect(fault).toMatchObject({ status: 409, code: "offer_closed", details: { state: "done" } });
  });

  test.each(["<html>502</html>", "", "[]", '{"error":"text"}'])("a body that is none of ours: %j", async (body) => {
    const server = new FakeServer().on("/conversations/a", () => new Response(body, { status: 502 }));
    await expect(client(server, new Sessions(SESSION)).conversation("a")).rejects.toMatchObject({
      status: 502,
      code: "unreadable",
    });
  });

  test("test_b128 blocked by the origin rules, unreachable and offline are told apart", async () => {
    const blocked = new FakeServer().on("/widget.js", () => new Response(null));
    const fault = client(blocked, new Sessions(SESSION)).conversation("a");
    await expect(fault).rejects.toEqual(new NetworkError("blocked"));
    const nobody = client(new FakeServer(), new Sessions(SESSION)).conversation("a");
    await expect(nobody).rejects.toEqual(new NetworkError("unreachable"));
    const offline = client(blocked, new Sessions(SESSION), false).conversation("a");
    await expect(offline).rejects.toEqual(new NetworkError("offline"));
  });
});

test("test_b123 nothing but the public key and the session's own token leaves the page", async () => {
  const server = new FakeServer().on("/session", opened).on("/chat", () => new Response(""));
  const question = { conversation: "c", message: "m", text: "How?", page: { url: "https://d/", title: "D" } };
  await client(server).chat(question, new AbortController().signal);
  expect(server.seen.map((one) => one.body)).toEqual([
    { key: "site_1" },
    {
      id: "c",
      messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "How?" }] }],
      page: { url: "https://d/", title: "D" },
    },
  ]);
});
