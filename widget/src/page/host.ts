/**
 * Keeps one element on the page while others swap the page's body (B130).
 *
 * Gives a function that takes it away for good.
 */
export function keepOnPage(element: HTMLElement, page: Window & typeof globalThis): () => void {
  const { document } = page;
  const attach = (): void => {
    if (!element.isConnected && document.body) document.body.append(element);
  };
  // A new body is a child of the root; an emptied one loses its own children.
  const observer = new page.MutationObserver(() => {
    attach();
    if (document.body) observer.observe(document.body, { childList: true });
  });
  attach();
  observer.observe(document.documentElement, { childList: true });
  if (document.body) observer.observe(document.body, { childList: true });
  return () => {
    observer.disconnect();
    element.remove();
  };
}
