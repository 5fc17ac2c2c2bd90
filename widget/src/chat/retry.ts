import { NetworkError, ServerError } from "../wire/errors";

const WAITS_MS = [500, 2_000, 5_000] as const;

/** Asks again after a lost reply or a fault of the server, three times; the server knows repeats. */
export async function persist<T>(
  ask: () => Promise<T>,
  sleep: (ms: number) => Promise<void>,
): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await ask();
    } catch (fault) {
      if (!isPassing(fault)) throw fault;
    }
    await sleep(wait);
  }
  return ask();
}

function isPassing(fault: unknown): boolean {
  if (fault instanceof NetworkError) return fault.trouble !== "blocked";
  return fault instanceof ServerError && fault.status >= 500;
}
