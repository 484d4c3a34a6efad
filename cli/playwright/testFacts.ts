// Reads what Playwright's runner knows about the running test.

export type TestFacts = {
  titlePath: string[];
  testId: string;
  retry: number;
  /** Timeout in ms; 0 if there is none. */
  timeout: number;
  annotations: { type: string; description?: string }[];
  config: { shard: { current: number; total: number } | null };
};

/** Returns null outside a test of Playwright's own runner. */
export async function testFacts(): Promise<TestFacts | null> {
  try {
    const { test } = await import("playwright/test");
    return test.info() as unknown as TestFacts;
  } catch {
    return null;
  }
}

/** Annotates the test, once per text. */
export function annotate(test: TestFacts | null, type: string, description: string): void {
  if (test && !test.annotations.some((one) => one.type === type && one.description === description))
    test.annotations.push({ type, description });
}

/** Returns the name by which the service recognises a test and its retries. */
export const titleOf = (titlePath: readonly string[]): string => titlePath.filter(Boolean).join(" › ").slice(0, 300);
