// One run as a whole: links to its reports, its findings, and the parts of a full audit.
import type { ReportFormat } from "../../../domain/report/formats.ts";
import { FULL_AUDIT, gates, pillarOf, RUN_IN_SENTENCE, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { capital } from "../../../domain/text.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Paging } from "../../lib/paging.ts";
import { publicLink } from "../../lib/publicLink.ts";
import { type ChildView, childrenOf } from "../runs/children.ts";
import { type PillarReport, pillarReport } from "./pillarReport.ts";
import { reportLink } from "./reportLink.ts";

export type RunReport = {
  run: Run;
  /** Links by requested format; null if there is none, with the reason in `problems`. */
  links: Partial<Record<ReportFormat, string | null>>;
  problems: string[];
  /** Only for a full audit. */
  children: ChildView[] | null;
  /** null if the run is running or its type has no findings. */
  findings: PillarReport | null;
};

export async function runReport(
  ctx: OperationContext,
  caller: Caller,
  { run, formats, ...paging }: Paging & { run: Run; formats: readonly ReportFormat[] },
): Promise<RunReport> {
  requireReadRight(caller);
  const ended = run.status !== "running";
  const children = run.type === FULL_AUDIT ? await childrenOf(ctx, run._id) : null;
  const reported = gates(run.type);
  const links: RunReport["links"] = Object.fromEntries(formats.map((format) => [format, null]));
  const problems: string[] = [];
  if (!reported)
    problems.push(`${capital(RUN_IN_SENTENCE[run.type])} has no report file: its results are its screenshots.`);
  else if (!ended) problems.push("The run is still running: its report is available when it has finished.");
  const made = await Promise.all(
    (reported && ended ? formats : []).map(async (format) => ({
      format,
      ...(await reportLink(ctx, caller, { runId: run._id, format })),
    })),
  );
  for (const { format, path, problem } of made) {
    links[format] = path === null ? null : publicLink(ctx, path);
    if (problem !== null) problems.push(problem);
  }
  const pillar = pillarOf(run.type);
  const judged = ended && pillar !== null && TYPE_OF_PILLAR[pillar] === run.type;
  const findings = judged ? await pillarReport(ctx, caller, { pillar, run, ...paging }) : null;
  return { run, links, problems, children, findings };
}
