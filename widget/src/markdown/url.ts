const SCHEMES: readonly string[] = ["http:", "https:", "mailto:"];

// Only to find the scheme of an address that has none of its own.
const NOWHERE = "https://nowhere.invalid/";

/** The address, if following it is harmless (B113); else `null`. Tricks with white space included. */
export function safeUrl(url: string): string | null {
  const trimmed = url.trim();
  if (trimmed === "" || !URL.canParse(trimmed, NOWHERE)) return null;
  return SCHEMES.includes(new URL(trimmed, NOWHERE).protocol) ? trimmed : null;
}

/** True when the browser would leave the page's site for it. */
export function leavesSite(url: string, page: string): boolean {
  if (!URL.canParse(url, page)) return false;
  const target = new URL(url, page);
  return target.protocol.startsWith("http") && target.origin !== new URL(page).origin;
}
