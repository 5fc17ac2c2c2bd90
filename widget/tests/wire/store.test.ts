import { expect, test } from "vitest";
import { openStore } from "../../src/wire/store";

test("test_b129 a storage that may not even be asked for gives way to memory", () => {
  const store = openStore(() => {
    throw new DOMException("denied", "SecurityError");
  });
  store.set("a", "1");
  expect(store.get("a")).toBe("1");
  expect(store.lasting).toBe(false);
  store.remove("a");
  expect(store.get("a")).toBeNull();
});

test("test_b129 a full storage keeps the newest value in memory", () => {
  const kept = new Map<string, string>([["a", "old"]]);
  const full = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  const store = openStore(() => full);
  expect(store.get("a")).toBe("old");
  store.set("a", "new");
  expect(store.get("a")).toBe("new");
  expect(store.lasting).toBe(false);
});
