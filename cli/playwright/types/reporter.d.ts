import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from "playwright/types/testReporter";

export type PlumblineReporterOptions = {
  /** Waits for the verdict, prints it, and fails the test run if screenshots failed. */
  wait?: boolean;
  /** Uploads the traces that Playwright keeps, so that results link to them. Headers, cookies and typed texts are removed. */
  trace?: boolean;
};

/** Reports when all screenshots are uploaded, so that Plumbline judges them. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default class PlumblineReporter implements Reporter {
  constructor(options?: PlumblineReporterOptions);
  onBegin(config: FullConfig): void;
  onTestEnd(test: TestCase, result: TestResult): void;
  onEnd(result: FullResult): Promise<{ status?: FullResult["status"] } | undefined>;
}
