// The pages that a run looked at.
import { PILLAR_PARTS, type Pillar } from "../../../domain/audit/pillars.ts";
import { cut } from "../../../domain/guidance/facts.ts";
import type { PillarParts } from "../../../domain/words/pillars.ts";
import { fieldsOfAuditPages } from "../../../models/auditPages/queries.ts";
import { scenariosOfRun } from "../../../models/scenarioRuns/ofRun.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Pages of one run that are read at most. */
const MAX_PAGES = 5_000;

/** Keys on the site. */
export const testedPages = (ctx: OperationContext, pillar: Pillar, runId: string): Promise<string[]> =>
  READERS[PILLAR_PARTS[pillar]](ctx, runId);

const READERS: Record<PillarParts, (ctx: OperationContext, runId: string) => Promise<string[]>> = {
  // Screenshots are of scenarios, whose pages are known.
  shots: async () => [],
  scenarios: async ({ models }, runId) => (await scenariosOfRun(models, runId)).flatMap(({ pages }) => pages ?? []),
  pages: async (ctx, runId) => (await auditedPages(ctx, runId)).map(({ key }) => key),
};

/** Pages that an audit could not measure, with the reason. */
export async function notMeasured(ctx: OperationContext, runId: string): Promise<{ key: string; reason: string }[]> {
  const pages = await auditedPages(ctx, runId);
  return pages
    .filter(({ status }) => status === "not_measured")
    .map(({ key, reason }) => ({ key, reason: cut(reason ?? "no reason was kept") }));
}

/** Without the parts that concern the whole site. */
const auditedPages = ({ models }: OperationContext, runId: string) =>
  fieldsOfAuditPages(models, runId, { key: 1, reason: 1, status: 1 }, MAX_PAGES);
