import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block, Inline } from "../../src/markdown/ast";
import { parseMarkdown } from "../../src/markdown/blocks";
import { plainText } from "../../src/markdown/plain";

/** A compact writing of the tree, to compare by eye. */
function shape(blocks: readonly Block[]): string {
  return blocks.map(blockShape).join(" ");
}

function blockShape(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `p(${inlineShape(block.children)})`;
    case "heading":
      return `h${block.level}(${inlineShape(block.children)})`;
    case "code":
      return `pre:${block.language}(${block.text})`;
    case "quote":
      return `quote(${shape(block.blocks)})`;
    case "rule":
      return "hr";
    case "list":
      return `${block.ordered ? `ol${block.start}` : "ul"}${block.tight ? "" : "~"}(${block.items
        .map((item) => `${item.done === null ? "" : item.done ? "[x]" : "[ ]"}${shape(item.blocks)}`)
        .join(" | ")})`;
    case "table":
      return `table(${[block.head, ...block.rows].map((row) => row.map(inlineShape).join(",")).join(" / ")})`;
  }
}

function inlineShape(children: readonly Inline[]): string {
  return children
    .map((one) => {
      switch (one.kind) {
        case "text":
          return one.text;
        case "code":
          return `\`${one.text}\``;
        case "marker":
          return `#${one.number}`;
        case "break":
          return "↵";
        case "doubt":
          return `?${one.index}`;
        case "link":
          return `<${one.url}|${inlineShape(one.children)}>`;
        default:
          return `${one.kind}{${inlineShape(one.children)}}`;
      }
    })
    .join("");
}

function urls(source: string): string[] {
  const found = JSON.stringify(parseMarkdown(source)).matchAll(/"url":("(?:[^"\\]|\\.)*")/g);
  return [...found].map((match) => JSON.parse(match[1] ?? '""') as string);
}

const parsed = (source: string, open = false): string => shape(parseMarkdown(source, open));

describe("blocks", () => {
  test.each([
    ["one\ntwo\n\nthree", "p(one\ntwo) p(three)"],
    ["# A\n## B ##\ntext", "h1(A) h2(B) p(text)"],
    ["1. a\n2. b\n\n   more\n3. c", "ol1~(p(a) | p(b) p(more) | p(c))"],
    ["1. a\n2. b", "ol1(p(a) | p(b))"],
    ["4) a\n5) b", "ol4(p(a) | p(b))"],
    ["- a\n  - b\n    - c\n- d", "ul(p(a) ul(p(b) ul(p(c))) | p(d))"],
    ["1. a\n   ```sh\n   run\n   ```\n2. b", "ol1(p(a) pre:sh(run) | p(b))"],
    ["1. a\n  - under\n2. b", "ol1(p(a) ul(p(under)) | p(b))"],
    ["- [x] a\n- [ ] b", "ul([x]p(a) | [ ]p(b))"],
    ["intro:\n- a\n- b\n\nafter", "p(intro:) ul(p(a) | p(b)) p(after)"],
    ["In the year\n1999. was good", "p(In the year\n1999. was good)"],
    ["> q\nlazy\n\nout", "quote(p(q\nlazy)) p(out)"],
    ["***", "hr"],
    ["```js\nlet a;\n\n  b\n```\nend", "pre:js(let a;\n\n  b) p(end)"],
    ["```\nnever closed", "pre:(never closed)"],
    ["| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2 |", "table(a,b / 1,`x|y` / 2,)"],
    ["a | b\n--- | ---\n1 | 2\n\nend", "table(a,b / 1,2) p(end)"],
  ])("%j", (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });

  test("too deep a nesting is shown as text", () => {
    expect(plainText(parseMarkdown(`${"> ".repeat(30)}deep`))).toContain("deep");
  });
});

describe("inline", () => {
  test.each([
    ["**a** *b* __c__ _d_ ~~e~~", "p(strong{a} em{b} strong{c} em{d} del{e})"],
    ["***both***", "p(em{strong{both}})"],
    ["a snake_case_name and 2 * 3 * 4 and ~5", "p(a snake_case_name and 2 * 3 * 4 and ~5)"],
    ["`a *b* [1]` and ``x`y``", "p(`a *b* [1]` and `x`y`)"],
    ["a  \nb\\\nc", "p(a↵b↵c)"],
    ["\\*no\\* \\[1\\]", "p(*no* [1])"],
    ["[a](http://x.y/(z)) [b](<u v>) [c](/p \"t\")", "p(<http://x.y/(z)|a> <u v|b> </p|c>)"],
    ["![logo](/a.png)", "p(</a.png|logo>)"],
    ["<https://a.dev/x> <mailto:a@b.c>", "p(<https://a.dev/x|https://a.dev/x> <mailto:a@b.c|a@b.c>)"],
    ["https://bare.dev stays text", "p(https://bare.dev stays text)"],
    ["[text][ref] [open", "p([text][ref] [open)"],
    ["see [1][2], [12].", "p(see #1#2, #12.)"],
  ])("%j", (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });

  test("test_b053 markers stand outside code only", () => {
    expect(parsed("Set the key [3], restart `a[1]`.\n\n```\nb[2]\n```")).toBe(
      "p(Set the key #3, restart `a[1]`.) pre:(b[2])",
    );
  });

  test("test_b056 what can still become a marker waits, the rest is shown", () => {
    const chunks = ["See the guide ", "[", "1", "]", " and ", "then [5 reasons"];
    const seen = chunks.map((_, at) => parsed(chunks.slice(0, at + 1).join(""), true));
    expect(seen).toEqual([
      "p(See the guide)",
      "p(See the guide )",
      "p(See the guide )",
      "p(See the guide #1)",
      "p(See the guide #1 and)",
      "p(See the guide #1 and then [5 reasons)",
    ]);
    expect(parsed(chunks.join(""))).toBe("p(See the guide #1 and then [5 reasons)");
  });

  test("test_b058 a marker dressed as a link keeps only its number", () => {
    expect(parsed("[[1]](https://wiki.example/Install Guide (v2).docx)")).toBe("p(#1)");
  });

  test("test_b142 emphasis in scripts without spaces, streamed too", () => {
    const source = "**設定を保存します。**続けて再起動。 请看**「安装」**一节。 **“설치 안내”**를 ~~「旧」~~です";
    const right =
      "p(strong{設定を保存します。}続けて再起動。 请看strong{「安装」}一节。 strong{“설치 안내”}를 del{「旧」}です)";
    expect(parsed(source)).toBe(right);
    expect(parsed(source, true)).toBe(right);
    expect(parsed("请看**「安", true)).toBe("p(请看strong{「安})");
  });

  test("test_b146 a dollar sign is money, not mathematics", () => {
    const source = "Plano A custa R$ 9,90 por mês, o plano B R$ 19,90 e o **C R$ 39,90**";
    expect(parsed(source)).toBe(
      "p(Plano A custa R$ 9,90 por mês, o plano B R$ 19,90 e o strong{C R$ 39,90})",
    );
  });

  test("test_b147 HTML is literal text, once", () => {
    expect(parsed("Use List<String> and run `x` with <your-token>; path /docs/<lang>/<page>")).toBe(
      "p(Use List<String> and run `x` with <your-token>; path /docs/<lang>/<page>)",
    );
    expect(parsed("&lt;b&gt; &amp;lt; &#60; `&lt;`")).toBe("p(<b> &lt; < `&lt;`)");
  });

  test.each([
    "[c](javascript:alert(1))",
    "[c](JaVaScRiPt:alert(1))",
    "[c](java\tscript:alert(1))",
    "[c](&#106;avascript:alert(1))",
    "[c](data:text/html,x)",
    "[c](vbscript:x)",
    "![c](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[c](<java\nscript:alert(1)>)",
  ])("test_b113 %j is no link", (source) => {
    for (const url of urls(source)) {
      expect(new URL(url, "https://docs.acme.dev/").protocol).toBe("https:");
    }
  });
});

describe("properties", () => {
  const marked = fc
    .array(
      fc.constantFrom("*", "**", "_", "`", "```\n", "[", "](", ")", "[1]", "|", "\n", "\n\n", "- ", "1. ", "> ", "a", " ", "語", "~~", "<b>", "\\", "![", "|---|\n", "  "),
      { maxLength: 60 },
    )
    .map((list) => list.join(""));

  test("any text is parsed, growing or whole, and holds only allowed kinds", () => {
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: "grapheme" })), (source) => {
        for (const open of [true, false]) expect(() => parsed(source, open)).not.toThrow();
      }),
      { numRuns: 600 },
    );
  });

  test("letters are never lost from a whole text", () => {
    const letters = (text: string): string => text.replace(/[^a-z]/g, "");
    fc.assert(
      fc.property(marked, (source) => {
        // A fence's first word is its language, and an address is no text.
        fc.pre(!/```|~~~/.test(source) && !source.includes("](") && !source.includes("|"));
        expect(letters(plainText(parseMarkdown(source)))).toBe(letters(source));
      }),
      { numRuns: 600 },
    );
  });

  test("a long run of openers is read in good time", () => {
    const started = performance.now();
    parseMarkdown("*a _b [c `d ".repeat(1_000));
    parseMarkdown("[".repeat(4_000));
    parseMarkdown("**".repeat(4_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
