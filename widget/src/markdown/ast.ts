/** All that an answer may hold: what is not listed here cannot be shown. */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly url: string; readonly children: readonly Inline[] }
  | { readonly kind: "marker"; readonly number: number }
  /** Behind a sentence of which something was not found; put there by `withDoubts`, never by text. */
  | { readonly kind: "doubt"; readonly index: number }
  | { readonly kind: "break" };

export interface ListItem {
  /** `null`: no task box. */
  readonly done: boolean | null;
  readonly blocks: readonly Block[];
}

export type Align = "start" | "center" | "end";

export type Block =
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "rule" }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly tight: boolean;
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: "table";
      readonly align: readonly Align[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };
