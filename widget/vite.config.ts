import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    target: "es2022",
    outDir: process.env["DOCSTEWARD_WIDGET_OUT"] ?? "../src/docsteward/web/static",
    // The folder also holds files that are not ours.
    emptyOutDir: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    lib: {
      entry: "src/main.ts",
      name: "DocstewardWidget",
      formats: ["iife"],
      fileName: () => "widget.js",
    },
  },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
  },
});
