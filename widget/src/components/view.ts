import type { Approvals } from "../chat/approvals";
import type { Chat } from "../chat/chat";
import type { Offers } from "../chat/offers";
import type { ChatState } from "../state/reducer";
import type { Field } from "../wire/parts";
import type { Labels } from "../strings";

/** What every view is given: the state to show, and what a reader may do with it. */
export interface View {
  readonly state: ChatState;
  readonly labels: Labels;
  readonly page: string;
  readonly locale: string;
  readonly chat: Chat;
  readonly offers: Offers;
  readonly approvals: Approvals;
  readonly desk: Desk;
}

/** What only concerns the panel itself. */
export interface Desk {
  /** Which copy button shows that it worked, or did not. */
  readonly copied: { readonly id: string; readonly ok: boolean } | null;
  copy(id: string, text: string): void;
  /** Opens a source's row and moves there. */
  showSource(turn: string, number: number): void;
  openedSources: ReadonlySet<string>;
  toggleSource(turn: string, number: number): void;
  /** A link to a page was followed; a sheet that covers the page must go. */
  leaving(): void;
  submitForm(offer: string): void;
  pressOffer(offer: string): void;
  /** Gives the reader's word on a call, and moves the focus to what became of it. */
  decide(turn: string, call: string, approve: boolean): void;
  /** Opens the line for a reason, and moves there. */
  askWhy(call: string): void;
  /** One more row of a list, or a group that may be left out; the focus goes into it. */
  addRow(offer: string, path: string, field: Field): void;
  /** A row, or with `null` the group, is taken away; `name` is what it was called. */
  removeRow(offer: string, path: string, row: number | null, name: string): void;
  /** Opens or closes a form, and moves the focus with it. */
  showForm(offer: string, open: boolean): void;
}

/** Enter that a reader means, not one that ends a composition (B141: keyCode 229 is Safari's). */
export function isRealEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.isComposing && event.keyCode !== 229;
}
