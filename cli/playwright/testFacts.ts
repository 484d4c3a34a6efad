// What Playwright's runner says of the test that runs.

export type TestFacts = {
  titlePath: string[];
  testId: string;
  retry: number;
  /** ms; 0: none. */
  timeout: number;
  annotations: { type: string; description?: string }[];
  config: { shard: { current: number; total: number } | null };
};

/** null: not inside a test of Playwright's own runner. */
export async function testFacts(): Promise<TestFacts | null> {
  try {
    const { test } = await import("playwright/test");
    return test.info() as unknown as TestFacts;
  } catch {
    return null;
  }
}

/** Annotates the test, once for each text. */
export function annotate(test: TestFacts | null, type: string, description: string): void {
  if (test && !test.annotations.some((one) => one.type === type && one.description === description))
    test.annotations.push({ type, description });
}

/** By this the service knows the test, and a retry of it. */
export const titleOf = (titlePath: readonly string[]): string => titlePath.filter(Boolean).join(" › ").slice(0, 300);
