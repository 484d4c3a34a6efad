// Signed link to a run's report, which is rendered on first request.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import type { ReportFormat } from "../../../domain/report/formats.ts";
import { artifactLink, LINK_TTL_MS } from "../../../platform/artifactLinks.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { readReport } from "../audits/readReport.ts";
import type { FoundArtifact } from "../readArtifact.ts";

/** Rendering takes a second or two. If it takes longer than this, it continues in the background and the next call finds it. */
const MAX_WAIT_MS = 10_000;

/** `problem`: a sentence on why there is no link yet. */
export type ReportLink = { path: string; problem: null } | { path: null; problem: string };

/** Returns the report, or null if it is still being rendered. Throws the same errors as `readReport`. */
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
    // Failures after the timeout are not reported.
    report.catch(() => {});
    return await Promise.race([report, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const beingMade = (format: ReportFormat): string =>
  `The ${format} report is being created. Call again in a few seconds for its link.`;

/** Never rejects because of the report, because callers that ask for links have more to return. */
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
    return { path: null, problem: `The ${format} report could not be created. Call again later.` };
  }
}
