import { css } from "lit";
import { answerStyles } from "./styles-answer";
import { offerStyles } from "./styles-offer";

const frame = css`
  /* Important here wins over the page's own rules for this element; only its variables come in. */
  :host {
    all: initial !important;
    display: block !important;
  }
  :host {
    --_accent: var(--docsteward-accent, #2a5bd0);
    --_on-accent: var(--docsteward-on-accent, #ffffff);
    --_radius: var(--docsteward-radius, 14px);
    --_font: var(
      --docsteward-font,
      system-ui,
      -apple-system,
      "Segoe UI",
      Roboto,
      "Helvetica Neue",
      "Noto Sans",
      sans-serif
    );
    --_mono: var(--docsteward-font-mono, ui-monospace, "SF Mono", Menlo, Consolas, monospace);
    --_gap: var(--docsteward-gap, 20px);
    --_z: var(--docsteward-z, 2147483000);
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  .root {
    font: 400 15px/1.55 var(--_font);
    color: var(--_fg);
    letter-spacing: normal;
    text-align: start;
    -webkit-font-smoothing: antialiased;
    -webkit-text-size-adjust: 100%;
  }
  .light {
    color-scheme: light;
    --_bg: #ffffff;
    --_fg: #1c2128;
    --_muted: #59636f;
    --_line: #e1e5ea;
    --_soft: #f4f6f8;
    --_edge: #87919d;
    --_link: var(--_accent);
    --_bad: #b3261e;
    --_bad-soft: #fdf2f1;
    --_good: #1a7f4b;
    --_warn: #8a5a00;
    --_shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 12px 40px rgb(16 24 40 / 18%);
  }
  .dark {
    color-scheme: dark;
    --_accent: var(--docsteward-accent-dark, #8ab0ff);
    --_on-accent: var(--docsteward-on-accent-dark, #0d1526);
    --_bg: #16191f;
    --_fg: #e6e9ed;
    --_muted: #a1aab6;
    --_line: #2c323b;
    --_soft: #20252d;
    --_edge: #77818f;
    --_link: var(--_accent);
    --_bad: #ffb4ab;
    --_bad-soft: #34201f;
    --_good: #72d6a0;
    --_warn: #f0c36d;
    --_shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 16px 48px rgb(0 0 0 / 55%);
  }
  button,
  input,
  select,
  textarea {
    margin: 0;
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
    text-align: start;
    -webkit-tap-highlight-color: transparent;
  }
  button:disabled {
    cursor: default;
  }
  h2,
  h3,
  h4,
  h5,
  h6,
  p,
  ul,
  ol,
  blockquote,
  pre {
    margin: 0;
    padding: 0;
    font: inherit;
  }
  ul,
  ol {
    list-style: none;
  }
  svg {
    flex: none;
    display: block;
  }
  :focus {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .launcher {
    position: fixed;
    z-index: var(--_z);
    inset-block-end: calc(var(--_gap) + env(safe-area-inset-bottom, 0px));
    inset-inline-end: var(--_gap);
    display: flex;
    align-items: center;
    gap: 8px;
    height: 48px;
    padding-inline: 18px 20px;
    border-radius: 24px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    box-shadow: 0 1px 2px rgb(16 24 40 / 20%), 0 6px 20px rgb(16 24 40 / 22%);
    transition: transform 120ms ease-out, box-shadow 120ms ease-out;
  }
  .launcher:hover {
    transform: translateY(-1px);
  }
  .launcher:focus-visible {
    outline-offset: 3px;
  }
  .panel {
    position: fixed;
    z-index: var(--_z);
    inset-block-end: calc(var(--_gap) + env(safe-area-inset-bottom, 0px));
    inset-inline-end: var(--_gap);
    display: flex;
    flex-direction: column;
    width: min(var(--docsteward-width, 420px), calc(100vw - 2 * var(--_gap)));
    height: min(var(--docsteward-height, 700px), calc(100dvh - 2 * var(--_gap)));
    border-radius: var(--_radius);
    background: var(--_bg);
    box-shadow: var(--_shadow);
    overflow: hidden;
    overflow-wrap: anywhere;
    animation: rise 160ms ease-out;
  }
  .panel:focus-visible {
    outline-offset: -2px;
  }
  @keyframes rise {
    from {
      opacity: 0;
      transform: translateY(10px);
    }
  }
  header {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 56px;
    padding-inline: 20px 10px;
    border-block-end: 1px solid var(--_line);
  }
  h2 {
    flex: 1;
    font-weight: 650;
    font-size: 16px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .icon {
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 9px;
    color: var(--_muted);
  }
  .icon:hover {
    background: var(--_soft);
    color: var(--_fg);
  }
  .icon.small {
    width: 28px;
    height: 28px;
  }
  .icon.small svg {
    width: 16px;
    height: 16px;
  }
  .log {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: 20px;
    scrollbar-width: thin;
    scrollbar-color: var(--_line) transparent;
  }
  .log:focus-visible {
    outline-offset: -2px;
  }
  .welcome {
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
    gap: 20px;
    min-height: 100%;
  }
  .greeting {
    font-size: 16px;
    white-space: pre-line;
  }
  .suggestions {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .suggestions button {
    width: 100%;
    padding: 10px 14px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    line-height: 1.4;
  }
  .suggestions button:hover {
    border-color: var(--_edge);
    background: var(--_soft);
  }
  .notice {
    display: flex;
    gap: 8px;
    margin-block-end: 16px;
    padding: 9px 12px;
    border-radius: 10px;
    background: var(--_soft);
    color: var(--_muted);
    font-size: 13px;
    line-height: 1.45;
  }
  .notice svg {
    width: 18px;
    height: 18px;
  }
  .newest {
    position: relative;
    height: 0;
  }
  .newest .icon {
    position: absolute;
    inset-block-end: 12px;
    inset-inline-end: calc(50% - 18px);
    border: 1px solid var(--_line);
    border-radius: 18px;
    background: var(--_bg);
    color: var(--_fg);
    box-shadow: 0 2px 8px rgb(16 24 40 / 14%);
  }
  .composer {
    padding: 12px 14px calc(14px + env(safe-area-inset-bottom, 0px));
    border-block-start: 1px solid var(--_line);
  }
  .box {
    display: flex;
    align-items: flex-end;
    gap: 6px;
    padding: 5px;
    border: 1px solid var(--_edge);
    border-radius: 12px;
    background: var(--_bg);
  }
  .box:focus-within {
    border-color: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }
  .composer textarea {
    flex: 1;
    min-width: 0;
    max-height: 152px;
    padding: 6px 8px;
    border: 0;
    background: none;
    font-size: 16px;
    line-height: 24px;
    resize: none;
    outline: none;
    field-sizing: content;
  }
  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .send {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 9px;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .send:disabled {
    background: var(--_soft);
    color: var(--_muted);
  }
  .composer .fault {
    padding: 6px 8px 0;
  }
  @media (max-width: 640px) {
    .panel {
      inset: auto;
      inset-inline: 0;
      top: var(--_top, 0px);
      width: 100%;
      height: var(--_height, 100dvh);
      border-radius: 0;
      padding-block-start: env(safe-area-inset-top, 0px);
    }
    .icon {
      width: 44px;
      height: 44px;
    }
    .send {
      width: 40px;
      height: 40px;
    }
    .composer textarea {
      padding-block: 8px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .panel,
    .launcher,
    .send,
    .action,
    .primary {
      border: 1px solid CanvasText;
    }
  }
  @media print {
    .root {
      display: none;
    }
  }
`;

export const styles = [frame, answerStyles, offerStyles];
