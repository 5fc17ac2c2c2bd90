export interface StartedMock {
  readonly url: string;
  readonly mock: {
    readonly log: readonly {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: unknown;
    }[];
    readonly failNext: { path: string; status: number }[];
  };
  readonly close: () => Promise<void>;
}

export function startMock(options?: {
  port?: number;
  delay?: number;
  sessionSeconds?: number;
}): Promise<StartedMock>;
