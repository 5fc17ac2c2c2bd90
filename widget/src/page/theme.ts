export type Theme = "auto" | "light" | "dark";

/** Which look fits the page: its own stated colour scheme first, then the system's wish. */
export function resolveTheme(theme: Theme, scheme: string, prefersDark: boolean): "light" | "dark" {
  if (theme !== "auto") return theme;
  const stated = scheme.trim();
  // `light dark` states that both fit, and leaves the choice to the system.
  if (stated === "dark" || stated === "only dark") return "dark";
  if (stated === "light" || stated === "only light") return "light";
  return prefersDark ? "dark" : "light";
}

/** Calls `changed` whenever the page's or the system's look may have; gives a function that ends it. */
export function watchTheme(page: Window & typeof globalThis, changed: () => void): () => void {
  const query = page.matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", changed);
  // Documentation themes switch by an attribute on the root or the body.
  const observer = new page.MutationObserver(changed);
  const attributeFilter = ["class", "style", "dir", "lang", "data-theme", "data-md-color-scheme"];
  observer.observe(page.document.documentElement, { attributes: true, attributeFilter });
  if (page.document.body) observer.observe(page.document.body, { attributes: true, attributeFilter });
  return () => {
    query.removeEventListener("change", changed);
    observer.disconnect();
  };
}
