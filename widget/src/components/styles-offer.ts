import { css } from "lit";

export const offerStyles = css`
  .offers {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .action {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 44px;
    padding: 9px 14px;
    border: 1px solid var(--_accent);
    border-radius: 10px;
    color: var(--_link);
    line-height: 1.4;
    text-decoration: none;
  }
  .action:hover:not(:disabled) {
    background: color-mix(in srgb, var(--_accent) 8%, transparent);
  }
  .action:disabled {
    border-color: var(--_line);
    color: var(--_muted);
  }
  .lines {
    min-width: 0;
  }
  .label {
    display: block;
    font-weight: 600;
  }
  .line {
    display: block;
    color: var(--_muted);
    font-size: 13px;
  }
  [dir="rtl"] .action > svg {
    transform: scaleX(-1);
  }
  .spinner {
    flex: none;
    width: 16px;
    height: 16px;
    border: 2px solid currentColor;
    border-inline-start-color: transparent;
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }
  @keyframes spin {
    to {
      transform: rotate(360deg);
    }
  }
  .outcome {
    display: flex;
    gap: 10px;
    padding: 10px 14px;
    border-radius: 10px;
    background: var(--_soft);
    line-height: 1.45;
  }
  .outcome svg {
    margin-block-start: 1px;
    color: var(--_muted);
  }
  .outcome.good svg {
    color: var(--_good);
  }
  .outcome.warn svg {
    color: var(--_warn);
  }
  .said {
    white-space: pre-line;
  }
  .past {
    color: var(--_muted);
    font-size: 14px;
  }
  .card {
    padding: 16px;
    border: 1px solid var(--_line);
    border-radius: 12px;
  }
  .card h4 {
    font-weight: 650;
  }
  .card > .reason {
    padding: 8px 12px;
    border-radius: 8px;
    background: var(--_bad-soft);
  }
  .approval h4:focus {
    outline: none;
  }
  .approval dl {
    margin-block: 10px 0;
    font-size: 14px;
  }
  .approval dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    padding-block: 3px;
  }
  .approval dt {
    color: var(--_muted);
  }
  .approval dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .approval .reason {
    margin-block-start: 10px;
  }
  .field {
    margin-block-start: 14px;
  }
  .field label {
    display: block;
    margin-block-end: 5px;
    font-weight: 550;
    font-size: 14px;
  }
  .mark {
    margin-inline-start: 3px;
    color: var(--_bad);
  }
  .field input:not([type="checkbox"]),
  .field select,
  .field textarea {
    display: block;
    width: 100%;
    min-height: 40px;
    padding: 7px 11px;
    border: 1px solid var(--_edge);
    border-radius: 9px;
    background: var(--_bg);
    line-height: 24px;
  }
  .field textarea {
    resize: vertical;
  }
  .field :is(input, select, textarea) {
    /* Its label and the summary above come into view with it. */
    scroll-margin-block: 90px;
  }
  .field :is(input, select, textarea):focus-visible {
    border-color: var(--_accent);
    outline-offset: -1px;
  }
  .field [aria-invalid="true"] {
    border-color: var(--_bad) !important;
    outline-color: var(--_bad);
  }
  .check {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 10px;
  }
  .check label {
    flex: 1;
    margin: 0;
  }
  .check input {
    width: 18px;
    height: 18px;
    margin-block-start: 2px;
    accent-color: var(--_accent);
  }
  .check .fault,
  .check .help {
    flex-basis: 100%;
  }
  .help {
    margin-block-start: 4px;
    color: var(--_muted);
    font-size: 13px;
  }
  .field .fault {
    margin-block-start: 5px;
    font-size: 13px;
  }
  .set {
    min-width: 0;
    margin-inline: 0;
    padding: 4px 12px 12px;
    border: 1px solid var(--_line);
    border-radius: 10px;
  }
  .set[data-invalid] {
    border-color: var(--_bad);
  }
  .set legend {
    padding-inline: 4px;
    font-weight: 550;
    font-size: 14px;
  }
  .row + .row {
    margin-block-start: 12px;
    padding-block-start: 2px;
    border-block-start: 1px solid var(--_line);
  }
  .set :is(.add, .drop) {
    margin-block-start: 8px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 18px;
  }
  .primary {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 16px;
    border-radius: 9px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    line-height: 1.4;
  }
  .primary:disabled {
    opacity: 0.75;
  }
  @media (max-width: 640px), (pointer: coarse) {
    .field :is(input, select, textarea) {
      font-size: 16px;
    }
  }
`;
