import { css } from "lit";

export const answerStyles = css`
  .turn + .turn {
    margin-block-start: 28px;
  }
  .quoted {
    margin: 0 0 8px;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_line);
    color: var(--_muted);
    font-size: 14px;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .question {
    width: fit-content;
    max-width: 88%;
    margin-inline-start: auto;
    padding: 9px 14px;
    border-radius: 14px;
    border-end-end-radius: 4px;
    background: var(--_soft);
    white-space: pre-wrap;
  }
  .answer {
    margin-block-start: 16px;
  }
  .answer > * + * {
    margin-block-start: 14px;
  }
  .text > * + *,
  .text li > * + *,
  .text blockquote > * + * {
    margin-block-start: 10px;
  }
  .text li > span + * {
    margin-block-start: 4px;
  }
  .text h4,
  .text h5,
  .text h6 {
    margin-block-start: 18px;
    font-weight: 650;
    line-height: 1.35;
  }
  .text h4 {
    font-size: 16px;
  }
  .text > :first-child {
    margin-block-start: 0;
  }
  .text ul,
  .text ol {
    padding-inline-start: 22px;
  }
  .text ul {
    list-style: disc;
  }
  .text ol {
    list-style: decimal;
  }
  .text li + li {
    margin-block-start: 5px;
  }
  .text li::marker {
    color: var(--_muted);
  }
  .text .task {
    list-style: none;
    margin-inline-start: -20px;
  }
  .task > [role="img"] {
    color: var(--_muted);
  }
  .text strong {
    font-weight: 650;
  }
  .text hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  .text blockquote {
    padding-inline-start: 14px;
    border-inline-start: 3px solid var(--_line);
    color: var(--_muted);
  }
  a {
    color: var(--_link);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  code {
    font: 400 13.5px/1.5 var(--_mono);
    unicode-bidi: isolate;
  }
  :not(pre) > code {
    padding: 1.5px 5px;
    border-radius: 5px;
    background: var(--_soft);
  }
  .code {
    border: 1px solid var(--_line);
    border-radius: 10px;
    background: var(--_soft);
    overflow: hidden;
  }
  .code .bar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 32px;
    padding-inline: 14px 4px;
    color: var(--_muted);
    font-size: 12px;
  }
  .code .icon:hover {
    background: var(--_line);
  }
  pre {
    padding: 2px 14px 12px;
    overflow-x: auto;
    overflow-wrap: normal;
    white-space: pre;
    tab-size: 2;
  }
  pre:focus-visible,
  .table:focus-visible {
    outline-offset: -2px;
  }
  .table {
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: 10px;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 14px;
    overflow-wrap: normal;
  }
  th,
  td {
    padding: 7px 12px;
    text-align: start;
    vertical-align: top;
  }
  th {
    background: var(--_soft);
    font-weight: 600;
  }
  tr + tr > *,
  tbody > tr > * {
    border-block-start: 1px solid var(--_line);
  }
  .to-center {
    text-align: center;
  }
  .to-end {
    text-align: end;
  }
  .nowrap {
    white-space: nowrap;
  }
  .marker {
    position: relative;
    margin-inline: 3px 1px;
    padding: 2px 5px;
    border-radius: 5px;
    background: var(--_soft);
    color: var(--_link);
    font: 600 11px/17px var(--_font);
    text-align: center;
    text-decoration: none;
    vertical-align: 2px;
  }
  /* A finger needs more room than the number takes. */
  .marker::after {
    content: "";
    position: absolute;
    inset: -5px -3px;
  }
  .marker:hover {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .status {
    display: flex;
    align-items: center;
    gap: 10px;
    color: var(--_muted);
    font-size: 14px;
  }
  .dots {
    display: flex;
    gap: 4px;
  }
  .dots i {
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: currentColor;
    animation: breathe 1.2s infinite ease-in-out;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes breathe {
    0%,
    70%,
    100% {
      opacity: 0.25;
    }
    35% {
      opacity: 1;
    }
  }
  .told {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .told .label {
    font-weight: 600;
  }
  .end,
  .reason,
  .told li,
  .fault {
    display: flex;
    gap: 8px;
    font-size: 14px;
    line-height: 1.45;
  }
  .end {
    color: var(--_muted);
  }
  .doubt {
    color: var(--_bad);
    font-size: 14px;
    font-style: italic;
  }
  .told svg {
    color: var(--_good);
  }
  .end svg,
  .reason svg,
  .told svg,
  .fault svg {
    width: 17px;
    height: 17px;
    margin-block-start: 2px;
  }
  .reason,
  .fault {
    color: var(--_bad);
  }
  .reason {
    margin-block-start: 8px;
  }
  .reason.good {
    color: var(--_good);
  }
  .sources h4,
  .closest h4 {
    margin-block-end: 4px;
    color: var(--_muted);
    font-weight: 600;
    font-size: 13px;
  }
  .row {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: 32px;
    padding-block: 4px;
    font-size: 14px;
    line-height: 1.45;
  }
  .number {
    flex: none;
    min-width: 20px;
    margin-block-start: 1px;
    padding-inline: 4px;
    border-radius: 5px;
    background: var(--_soft);
    color: var(--_muted);
    font-weight: 600;
    font-size: 12px;
    line-height: 19px;
    text-align: center;
  }
  .title {
    flex: 1;
    min-width: 0;
  }
  .title a,
  .closest a {
    color: var(--_fg);
    text-decoration-color: var(--_edge);
  }
  .title a:hover,
  .closest a:hover {
    color: var(--_link);
    text-decoration-color: currentColor;
  }
  .from {
    color: var(--_muted);
  }
  .row .icon {
    margin-block: -3px;
  }
  .row .icon svg {
    transition: transform 120ms ease-out;
  }
  .open > .row .icon svg {
    transform: rotate(180deg);
  }
  .passage {
    margin: 2px 0 8px;
    margin-inline-start: 30px;
    padding: 9px 13px;
    border-radius: 8px;
    background: var(--_soft);
    color: var(--_muted);
    font-size: 13.5px;
    line-height: 1.5;
    white-space: pre-line;
  }
  .closest li {
    padding-block: 5px;
    font-size: 14px;
  }
  .quiet {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    padding: 4px 10px;
    border-radius: 8px;
    color: var(--_muted);
    font-size: 13px;
  }
  .quiet:hover:not(:disabled) {
    background: var(--_soft);
    color: var(--_fg);
  }
  .quiet svg {
    width: 16px;
    height: 16px;
  }
  .answer > .tools {
    margin-block-start: 8px;
  }
  .title a[target]::after,
  .closest a[target]::after {
    content: "\\00a0\\2197";
    color: var(--_muted);
    font-size: 12px;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-inline-start: -10px;
  }
  @media (max-width: 640px), (pointer: coarse) {
    .quiet {
      min-height: 40px;
    }
    .row .icon.small {
      width: 36px;
      height: 36px;
      margin-block: -7px;
    }
  }
`;
