// Pages that a run visited.
import { cut } from "../../../domain/guidance/facts.ts";
import { fieldsOfAuditPages } from "../../../models/auditPages/queries.ts";
import { type FactsOf, factsOf } from "../../../models/runFacts/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Maximum number of pages read per run. */
const MAX_PAGES = 5_000;

/** Returns the keys of the pages that completed runs visited. Screenshots need no lookup: they belong to scenarios, whose pages are known. */
export async function testedPages({ models }: OperationContext, runs: readonly FactsOf[]): Promise<string[]> {
  const found = await factsOf(models, runs, "pages");
  return [...found.values()].flatMap((pages) => pages.map(({ key }) => key));
}

/** Returns the pages that an audit could not measure, with the reason. */
export async function notMeasured(
  { models }: OperationContext,
  run: FactsOf & Pick<Run, "status">,
): Promise<{ key: string; reason: string }[]> {
  if (run.status === "completed") {
    const pages = (await factsOf(models, [run], "pages")).get(run._id) ?? [];
    return pages.flatMap(({ key, reason }) => (reason === null ? [] : [{ key, reason: cut(reason) }]));
  }
  // `fieldsOfAuditPages` leaves out the parts that concern the whole site.
  const pages = await fieldsOfAuditPages(models, run._id, { key: 1, reason: 1, status: 1 }, MAX_PAGES);
  return pages
    .filter(({ status }) => status === "not_measured")
    .map(({ key, reason }) => ({ key, reason: cut(reason ?? "no reason was recorded") }));
}
