import type { Inline } from "./ast";

export interface Delimiter {
  readonly kind: "delimiter";
  readonly mark: string;
  count: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

export type Piece = Inline | Delimiter;

const PUNCTUATION = /^[\p{P}\p{S}]$/u;
const SPACE = /^\s$/u;
// Scripts written without spaces: there a mark touches letters on both sides (B142).
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー\u3000-\u303f\uff00-\uffef]$/u;

/** Whether a run of marks may open or close emphasis, from the characters on its sides. */
export function delimiter(mark: string, count: number, before: string, after: string): Delimiter {
  const left = reachesInto(after, before);
  const right = reachesInto(before, after);
  // An underscore inside a word is part of an identifier.
  const word = mark === "_";
  return {
    kind: "delimiter",
    mark,
    count,
    opens: left && (!word || !right || PUNCTUATION.test(before)),
    closes: right && (!word || !left || PUNCTUATION.test(after)),
  };
}

function reachesInto(inner: string, outer: string): boolean {
  if (inner === "" || SPACE.test(inner)) return false;
  if (!PUNCTUATION.test(inner)) return true;
  return outer === "" || SPACE.test(outer) || PUNCTUATION.test(outer) || SPACELESS.test(outer);
}

/** Pairs the runs; `open` also closes what the stream has not closed yet. */
export function resolveEmphasis(pieces: Piece[], open: boolean): Inline[] {
  for (let at = 0; at < pieces.length; at += 1) {
    const closer = pieces[at];
    if (closer?.kind !== "delimiter" || !closer.closes) continue;
    while (closer.count > 0) {
      const from = findOpener(pieces, at, closer);
      if (from < 0) break;
      at = wrap(pieces, from, at, closer);
    }
  }
  if (open) closeLast(pieces);
  return pieces.map(flat).filter((piece) => piece.kind !== "text" || piece.text !== "");
}

function findOpener(pieces: readonly Piece[], at: number, closer: Delimiter): number {
  for (let from = at - 1; from >= 0; from -= 1) {
    const opener = pieces[from];
    if (opener?.kind === "delimiter" && opener.mark === closer.mark && pairs(opener, closer)) {
      return from;
    }
  }
  return -1;
}

function pairs(opener: Delimiter, closer: Delimiter): boolean {
  if (!opener.opens || opener.count === 0) return false;
  if (closer.mark === "~") return opener.count === 2 && closer.count === 2;
  // CommonMark's rule of three: `*a**b*` is one emphasis, not two halves.
  const ambiguous = (opener.closes || closer.opens) && (opener.count + closer.count) % 3 === 0;
  return !ambiguous || (opener.count % 3 === 0 && closer.count % 3 === 0);
}

/** Puts what stands between into one piece; gives the closer's new place. */
function wrap(pieces: Piece[], from: number, at: number, closer: Delimiter): number {
  const opener = pieces[from] as Delimiter;
  const width = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
  const children = pieces.slice(from + 1, at).map(flat);
  pieces.splice(from + 1, at - from - 1, { kind: name(closer.mark, width), children });
  opener.count -= width;
  closer.count -= width;
  return from + 2;
}

function name(mark: string, width: number): "strong" | "em" | "del" {
  if (mark === "~") return "del";
  return width === 2 ? "strong" : "em";
}

function closeLast(pieces: Piece[]): void {
  const from = pieces.findLastIndex(
    (piece) => piece.kind === "delimiter" && piece.opens && piece.count === 2,
  );
  const opener = pieces[from];
  if (opener?.kind !== "delimiter") return;
  const children = pieces.splice(from + 1).map(flat);
  pieces[from] = { kind: name(opener.mark, 2), children };
}

function flat(piece: Piece): Inline {
  if (piece.kind !== "delimiter") return piece;
  return { kind: "text", text: piece.mark.repeat(piece.count) };
}
