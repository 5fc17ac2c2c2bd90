import { isRecord } from "./parts";

/** Who stands in the way: the browser has no network, it may not reach the server, or nobody is there. */
export type Trouble = "offline" | "blocked" | "unreachable";

/** The server answered, with an error body (or with something that is none). */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = "ServerError";
  }
}

/** No answer that this page may read. */
export class NetworkError extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble);
    this.name = "NetworkError";
  }
}

/** Reads the one error body of docs/wire.md; a proxy's page of HTML becomes code `unreadable`. */
export async function toServerError(response: Response): Promise<ServerError> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && isRecord(body["error"])) {
      const { code, message, details } = body["error"];
      if (typeof code === "string" && typeof message === "string") {
        return new ServerError(response.status, code, message, isRecord(details) ? details : {});
      }
    }
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
  }
  return new ServerError(response.status, "unreadable", "", {});
}
