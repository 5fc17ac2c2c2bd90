// Reads one turn with the AI SDK's own transport and stream reader, as a stock client would.
//
// Takes JSON on standard input: {base, token, question, conversation?, message?, page?} asks;
// {base, token, turn} reads a turn again from its start. Writes JSON to standard output:
// {message, chunks, errors, complaints}. Exits with 1 when the reader complains, with 3 when the
// stream holds an `error` part, else with 0.

import { DefaultChatTransport, readUIMessageStream, safeValidateUIMessages } from "ai";

const COMPLAINS = 1;
const HAS_ERROR_PART = 3;

/** Lets chunks through and notes what passed. */
function noting(chunks, errors) {
  return new TransformStream({
    transform(chunk, controller) {
      chunks.push(chunk.type);
      if (chunk.type === "error") errors.push(chunk.errorText);
      controller.enqueue(chunk);
    },
  });
}

function transportFor({ base, token, page, turn }) {
  const api = `${base}/api/v1`;
  return new DefaultChatTransport({
    api: `${api}/chat`,
    headers: { authorization: `Bearer ${token}` },
    body: page ? { page } : {},
    prepareReconnectToStreamRequest: () => ({ api: `${api}/turns/${turn}/events` }),
  });
}

function open(transport, { question, conversation = "stock", message = "m1", turn }) {
  if (turn) return transport.reconnectToStream({ chatId: conversation });
  return transport.sendMessages({
    trigger: "submit-message",
    chatId: conversation,
    messageId: undefined,
    messages: [{ id: message, role: "user", parts: [{ type: "text", text: question }] }],
    abortSignal: undefined,
  });
}

async function read(request) {
  const chunks = [];
  const errors = [];
  const complaints = [];
  let message = null;
  try {
    const stream = await open(transportFor(request), request);
    if (stream === null) throw new Error("there was no stream to read");
    const onError = (error) => {
      // The reader reports error parts here as well; those are counted by themselves.
      if (!errors.includes(String(error?.message ?? error))) complaints.push(String(error));
    };
    for await (const state of readUIMessageStream({
      stream: stream.pipeThrough(noting(chunks, errors)),
      onError,
    })) {
      message = state;
    }
    const checked = await safeValidateUIMessages({ messages: [message] });
    if (!checked.success) complaints.push(String(checked.error));
  } catch (error) {
    complaints.push(String(error));
  }
  return { message, chunks, errors, complaints };
}

async function input() {
  let text = "";
  for await (const piece of process.stdin) text += piece;
  return JSON.parse(text);
}

const result = await read(await input());
process.stdout.write(JSON.stringify(result));
if (result.complaints.length > 0) process.exitCode = COMPLAINS;
else if (result.errors.length > 0) process.exitCode = HAS_ERROR_PART;
