import { html, type TemplateResult } from "lit";

function icon(path: string): TemplateResult {
  return html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path
      d=${path}
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`;
}

export const chatIcon = (): TemplateResult =>
  icon("M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H9.5L6 17.5v-3H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5ZM7 8.2h6M7 11h4");
export const closeIcon = (): TemplateResult => icon("M5 5l10 10M15 5L5 15");
export const newIcon = (): TemplateResult =>
  icon("M9 4H5a1.5 1.5 0 0 0-1.5 1.5V15A1.5 1.5 0 0 0 5 16.500h9.500A1.5 1.5 0 0 0 16 15v-4M8 12l.6-2.6 6.5-6.5 2 2-6.5 6.500L8 12Z");
export const sendIcon = (): TemplateResult => icon("M10 16V4.500M5 9.300l5-5 5 5");
export const stopIcon = (): TemplateResult =>
  html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <rect x="5" y="5" width="10" height="10" rx="2" fill="currentColor" />
  </svg>`;
export const copyIcon = (): TemplateResult =>
  icon("M7 7V4.500A1 1 0 0 1 8 3.500h7.500a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H13M4.5 7H12a1 1 0 0 1 1 1v7.500a1 1 0 0 1-1 1H4.500a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z");
export const checkIcon = (): TemplateResult => icon("M4 10.500l4 4 8-9");
export const againIcon = (): TemplateResult => icon("M16 10a6 6 0 1 1-1.8-4.300M16 3.500v3h-3");
export const downIcon = (): TemplateResult => icon("M10 4v12M5 11l5 5 5-5");
export const arrowIcon = (): TemplateResult => icon("M4 10h12M11 5l5 5-5 5");
export const outIcon = (): TemplateResult => icon("M7 5h8v8M15 5L5.5 14.5");
export const moreIcon = (): TemplateResult => icon("M5.5 8l4.5 4.500L14.5 8");
export const noteIcon = (): TemplateResult => icon("M10 9v5M10 6.200v.1M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z");
