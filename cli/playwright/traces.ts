// Uploads the trace of a test with screenshots, after removing sensitive data on this machine.
import { readFile, stat } from "node:fs/promises";
import type { TestCase, TestResult } from "playwright/types/testReporter";
import { scrubTrace } from "../../activities/functional/scrubTrace.ts";
import type { Send } from "./service.ts";
import { titleOf } from "./testFacts.ts";

/** Maximum size that the service accepts. */
const MAX_BYTES = 50 * 1024 * 1024;

export type TestTrace = { runId: string; test: string; file: string };

/** Returns the trace that Playwright kept of an attempt, if any. */
export function tracesOf(
  runId: string,
  test: Pick<TestCase, "titlePath">,
  { attachments }: Pick<TestResult, "attachments">,
): TestTrace[] {
  // The test runner's title path begins with the file; the reporter's begins with the root and the project.
  const path = test.titlePath().slice(2);
  return attachments.flatMap(({ name, path: file }) =>
    name === "trace" && file ? [{ runId, test: titleOf(path), file }] : [],
  );
}

/**
 * Uploads the trace without its headers, cookies and typed texts. Returns a sentence if it was not sent, which does not affect the test's
 * result.
 */
export async function sendTrace(send: Send, { runId, test, file }: TestTrace): Promise<string | null> {
  const notSent = (why: string) => `The trace of "${test}" was not uploaded: ${why}`;
  try {
    if ((await stat(file)).size > MAX_BYTES) return notSent(`it is larger than ${MAX_BYTES / 1024 ** 2} MB.`);
    const bytes = scrubTrace(await readFile(file), []);
    const zip = { type: "application/zip", bytes } as const;
    await send("POST", "/api/ci/uploads/{runId}/traces", { params: { runId }, query: { test }, file: zip });
    return null;
  } catch (error) {
    return notSent(error instanceof Error ? error.message : String(error));
  }
}
