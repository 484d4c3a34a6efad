// A signed link to the report of a run, which is made when it is first asked for.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import type { ReportFormat } from "../../../domain/report/formats.ts";
import { artifactLink, LINK_TTL_MS } from "../../../platform/artifactLinks.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { readReport } from "../audits/readReport.ts";
import type { FoundArtifact } from "../readArtifact.ts";

/** Making one takes a second or two; beyond this it goes on without us, and the next call finds it. */
const MAX_WAIT_MS = 10_000;

/** `problem`: why there is no link yet, in a sentence. */
export type ReportLink = { path: string; problem: null } | { path: null; problem: string };

/** The report, or null when it is still being made. Throws as readReport does. */
export async function reportInTime(
  ctx: OperationContext,
  caller: Caller,
  input: { runId: string; format: ReportFormat },
  waitMs = MAX_WAIT_MS,
): Promise<FoundArtifact | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), waitMs);
  try {
    const report = readReport(ctx, caller, input);
    // After the wait its failure is not reported.
    report.catch(() => {});
    return await Promise.race([report, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const beingMade = (format: ReportFormat): string =>
  `The ${format} report is being made: call again in a few seconds for its link.`;

/** Never rejects because of the report: what asks for links has more to say. */
export async function reportLink(
  ctx: OperationContext,
  caller: Caller,
  { runId, format, ttlMs = LINK_TTL_MS }: { runId: string; format: ReportFormat; ttlMs?: number },
): Promise<ReportLink> {
  try {
    const found = await reportInTime(ctx, caller, { runId, format });
    if (found) return { path: artifactLink(ctx, found.artifactId, ttlMs), problem: null };
    return { path: null, problem: beingMade(format) };
  } catch (error) {
    if (error instanceof ProductError) return { path: null, problem: error.message };
    ctx.log("warn", "report not made", { runId, format, reason: messageOf(error) });
    return { path: null, problem: `The ${format} report could not be made: call again later.` };
  }
}
