// A question on the home page is handed to the assistant.
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-ask]") : null;
  if (!button) return;
  const notice = document.querySelector("[data-notice]");
  if (typeof window.Docsteward === "function") {
    if (notice) notice.textContent = "";
    window.Docsteward("ask", button.dataset.ask);
  } else if (notice) {
    notice.textContent = "The assistant has not loaded. Is the Docsteward server running?";
  }
});
