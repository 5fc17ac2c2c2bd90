import type { Block, Inline } from "./ast";

/** The words of an answer, for a screen reader's announcement: no marks, no markers. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockText).filter(Boolean).join("\n");
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return inlineText(block.children);
    case "code":
      return block.text;
    case "quote":
      return plainText(block.blocks);
    case "rule":
      return "";
    case "list":
      return block.items.map((item) => plainText(item.blocks)).join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(", ")).join("\n");
  }
}

function inlineText(children: readonly Inline[]): string {
  return children
    .map((child, at) => {
      // Without its marker, the space before it would stand before a full stop.
      const marked = children[at + 1]?.kind === "marker";
      return marked ? oneText(child).trimEnd() : oneText(child);
    })
    .join("");
}

function oneText(inline: Inline): string {
  switch (inline.kind) {
    case "text":
    case "code":
      return inline.text;
    case "break":
      return "\n";
    case "marker":
    case "doubt":
      return "";
    default:
      return inlineText(inline.children);
  }
}
