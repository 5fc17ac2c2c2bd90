import { boot, readTag } from "./boot";

// Imported where there is no page (a server that renders), it does nothing.
if (typeof document !== "undefined") {
  // Only while a classic script runs does the document know which one it is; where it does not,
  // the newest tag with a key is ours.
  const script = document.currentScript ?? [...document.querySelectorAll("script[data-key]")].at(-1);
  const tag = readTag(script ?? null, window);
  if (tag) boot(window, tag);
}
