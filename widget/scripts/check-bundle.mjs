// A Python-only machine runs the committed bundle, so it must be what the sources make.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const committed = join(root, "../src/docsteward/web/static/widget.js");
const out = mkdtempSync(join(tmpdir(), "docsteward-widget-"));
try {
  const built = spawnSync("npx", ["--no-install", "vite", "build", "--logLevel", "error"], {
    cwd: root,
    env: { ...process.env, DOCSTEWARD_WIDGET_OUT: out },
    stdio: "inherit",
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  if (!readFileSync(join(out, "widget.js")).equals(readFileSync(committed))) {
    console.error("widget.js differs from what its sources build. Run `npm run build` and commit it.");
    process.exit(1);
  }
  console.log("widget.js is what its sources build.");
} finally {
  rmSync(out, { recursive: true, force: true });
}
