import { createParser } from "eventsource-parser";
import { isPart, type Part } from "./parts";

export type StreamItem =
  | { readonly kind: "part"; readonly part: Part; readonly id: string | null }
  | { readonly kind: "done" };

/** Reads bytes cut anywhere, in the middle of a character too, into the parts they carry. */
export class PartReader {
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: (event) => {
      const item = toItem(event.data, event.id ?? null);
      if (item) this.#items.push(item);
    },
  });
  #items: StreamItem[] = [];

  push(bytes: Uint8Array): StreamItem[] {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    const items = this.#items;
    this.#items = [];
    return items;
  }
}

function toItem(data: string, id: string | null): StreamItem | null {
  if (data === "[DONE]") return { kind: "done" };
  try {
    const part: unknown = JSON.parse(data);
    return isPart(part) ? { kind: "part", part, id } : null;
  } catch (fault) {
    // A newer server may send what we cannot read; that must not end the answer.
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}
