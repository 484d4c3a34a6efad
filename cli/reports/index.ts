// Writes the files and remarks that CI reads, after runs have ended.
import { appendFile } from "node:fs/promises";
import { ClientError } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import type { Problems } from "../client/problems.ts";
import { titleOfType } from "../client/runs.ts";
import { saveFile } from "../client/saveFile.ts";
import type { Service } from "../client/service.ts";
import { leavesOf } from "../client/show.ts";
import { CLIENT_VERSION } from "../client/version.ts";
import type { Ended } from "../client/watch.ts";
import { type OptionDeclaration, type Options, textOf } from "../commands/command.ts";
import { live } from "../live.ts";
import { annotatedOf, MAX_ANNOTATED } from "./annotations.ts";
import { annotations, stepSummary } from "./github.ts";
import { gitlabReport } from "./gitlab.ts";
import { readItems, withoutResult } from "./items.ts";
import { junitReport } from "./junit.ts";
import { sarifReport } from "./sarif.ts";

export const REPORT_OPTIONS: readonly OptionDeclaration[] = [
  { flags: "--junit <file>", description: "write JUnit XML" },
  { flags: "--sarif <file>", description: "write SARIF, for code scanning" },
  { flags: "--gitlab <file>", description: "write GitLab's code quality report, and one comment on the merge request" },
  { flags: "--html <file>", description: "write the HTML report; with several runs: the first report" },
  { flags: "--github", description: "annotations, job summary, and one comment on the pull request" },
];

type Write = {
  service: Service;
  options: Options;
  ended: readonly Ended[];
  /** Problems of the runs that did not pass, limited by `problemLimit`. */
  problems: readonly Problems[];
  /** The environment that the call names; the comment is limited to its runs. */
  environment?: string | null;
  facts: CiFacts;
  env: Readonly<Record<string, string | undefined>>;
  note(text: string): void;
};

/** Returns how many problems of a run the reports need; undefined if no report needs any. */
export const problemLimit = (options: Options): number | undefined =>
  textOf(options, "junit") !== undefined || options.github === true ? MAX_ANNOTATED : undefined;

/**
 * Writes the requested reports; without runs, reports that say so. One that cannot be written adds a remark, and affects neither the others
 * nor the verdict.
 */
export async function writeReports({
  service,
  options,
  ended,
  problems,
  environment,
  facts,
  env,
  note,
}: Write): Promise<void> {
  const [junit, sarif, gitlab, html] = ["junit", "sarif", "gitlab", "html"].map((name) => textOf(options, name));
  const github = options.github === true;
  const links = new Map(problems.flatMap(({ runId, url }) => (url ? [[runId, url] as const] : [])));
  if (junit || sarif || gitlab || github)
    await attempt(async () => {
      const found = await readItems(service, ended, titleOfType, note);
      const items = [...found, ...withoutResult(leavesOf(ended), found)];
      if (junit) await attempt(() => saveFile(junit, junitReport(items, links)));
      if (sarif) await attempt(() => saveFile(sarif, sarifReport(items, CLIENT_VERSION)));
      if (gitlab) await attempt(() => saveFile(gitlab, gitlabReport(items)));
      if (!github) return;
      const told = annotatedOf(leavesOf(ended), problems, items);
      for (const line of annotations(told)) process.stderr.write(`${line}\n`);
      if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, stepSummary(ended, told, links));
    });
  if (ended.length === 0) return;
  if (html) await attempt(() => writeHtml(service, ended, html));
  const { prNumber } = facts;
  if ((github || gitlab) && prNumber !== undefined)
    note(await comment(service, { project: ended[0]?.run.projectId, environment: environment ?? undefined, prNumber }));
}

/** Its remark is shown with --json too, because a missing report is worth reading there as well. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    live.note(`A report could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes the HTML report of the first run that has one. Throws ClientError if none has one, or if the file cannot be written. */
export async function writeHtml(service: Service, ended: readonly Ended[], file: string): Promise<void> {
  let last: unknown = new Error("no run has finished");
  for (const { run } of ended.filter((one) => one.run.status !== "running"))
    try {
      const bytes = await service.bytes(`/api/ci/runs/${encodeURIComponent(run.runId)}/report`, {
        query: { format: "html" },
      });
      return await saveFile(file, bytes);
    } catch (error) {
      // A baseline run has no report; the next run may have one.
      if (!(error instanceof ClientError)) throw error;
      last = error;
    }
  throw last;
}

/** Comments on the pull request. A fork's job has no key that may comment, which must not count against the site. */
async function comment(
  service: Service,
  body: { project: string | undefined; environment: string | undefined; prNumber: number },
): Promise<string> {
  try {
    const { message } = await service.post("/api/ci/comment", { body, retryForMs: 30_000 });
    return message;
  } catch (error) {
    return `The pull request has no comment: ${error instanceof Error ? error.message : String(error)}`;
  }
}
