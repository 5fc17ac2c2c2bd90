import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET = 44 * 1024;
const file = fileURLToPath(new URL("../../src/docsteward/web/static/widget.js", import.meta.url));
const bytes = readFileSync(file);
const packed = gzipSync(bytes, { level: 9 }).length;
console.log(`widget.js: ${bytes.length} bytes, ${packed} gzip, budget ${BUDGET}`);
if (packed > BUDGET) {
  console.error("widget.js is over its budget. Find what grew it, or argue for a new budget here.");
  process.exit(1);
}
