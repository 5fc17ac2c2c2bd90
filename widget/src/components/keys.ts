const EDITABLE = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Where a key press really happened, inside open shadow roots too. */
function origin(event: Event): Element | null {
  const first = event.composedPath()[0];
  return first instanceof Element ? first : null;
}

export function isEditable(element: Element | null): boolean {
  return element?.closest(EDITABLE) !== null && element !== null;
}

/**
 * Keeps keys that were meant for the widget from the page's own shortcuts (B134, B135): all of
 * them while the reader types, elsewhere those that write a character. The browser's own
 * behaviour is untouched.
 */
export function keepKey(event: KeyboardEvent): void {
  const writes = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (writes || isEditable(origin(event))) event.stopPropagation();
}

/** Ctrl+I or Cmd+I, unless the page is being written in, where it means italics. */
export function isShortcut(event: KeyboardEvent, own: (element: Element) => boolean): boolean {
  const combination = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!combination || event.key.toLowerCase() !== "i" || event.defaultPrevented) return false;
  const element = origin(event);
  return element === null || own(element) || !isEditable(element);
}
