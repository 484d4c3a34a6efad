// Exports findings as a file, reading a few hundred at a time.
import { plural } from "../../../domain/text.ts";
import { eachFindingPage, findingsFor, MAX_LISTED } from "../../../models/findings/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type Columns, csvOf, jsonOf } from "../../lib/csv.ts";
import type { Place } from "../projects/place.ts";
import { type PageOfFinding, pageOfFinding } from "./listFindingPages.ts";
import {
  acceptedIn,
  type FindingFilter,
  type FindingShown,
  findingView,
  keysOf,
  runOfFindings,
} from "./listFindings.ts";

export const EXPORT_FORMATS = ["csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Fields of the CSV export. Evidence is the largest part of a finding, and the table shows only its selector. */
const IN_A_TABLE =
  "runId fingerprint pillar rule severity outcome was page target message help firstSeen timesSeen pages evidence.selector";

/** Number of findings per read, and the fields to read (all if omitted). On the embedded database each read scans the whole run. */
const READING: Record<ExportFormat, { atOnce: number; fields?: Record<string, 1> }> = {
  csv: { atOnce: 2_000, fields: Object.fromEntries(IN_A_TABLE.split(" ").map((name) => [name, 1])) },
  json: { atOnce: 200 },
};
type FindingRow = FindingShown & { sharedBy: number };
const COLUMNS: Columns<FindingRow> = [
  ["pillar", ({ pillar }) => pillar],
  ["rule", ({ rule }) => rule],
  ["severity", ({ severity }) => severity],
  ["outcome", ({ outcome }) => outcome],
  ["status", ({ status }) => status],
  ["page", ({ page }) => page],
  ["selector", ({ selector }) => selector],
  ["message", ({ message }) => message],
  ["help", ({ help }) => help],
  ["firstSeen", ({ firstSeen }) => firstSeen?.at ?? ""],
  ["timesSeen", ({ timesSeen }) => timesSeen ?? ""],
  ["acceptedBy", ({ acceptance }) => acceptance?.by ?? ""],
  ["acceptedUntil", ({ acceptance }) => acceptance?.until ?? ""],
  ["acceptedReason", ({ acceptance }) => acceptance?.reason ?? ""],
  ["fingerprint", ({ fingerprint }) => fingerprint],
  ["sharedBy", ({ sharedBy }) => sharedBy],
];

/** Returns the file name and an iterable of its parts. All errors are thrown before the first part is produced. */
export async function exportFindings(
  ctx: OperationContext,
  caller: Caller,
  place: Place,
  { format, ...filter }: FindingFilter & { format: ExportFormat },
): Promise<{ name: string; parts: AsyncIterable<string> }> {
  requireReadRight(caller);
  const { pillar, run } = await runOfFindings(ctx, place, filter);
  const found = run && (await keysOf(ctx, run, filter, MAX_LISTED));
  const keys = found?.fitting ?? [];
  const cut = found?.cut
    ? `The run has more than ${plural(MAX_LISTED, "finding")}: this file contains only the worst ${MAX_LISTED.toLocaleString("en-US")}.`
    : null;
  async function* shown(): AsyncGenerator<FindingShown> {
    if (run === null) return;
    const accepted = acceptedIn(ctx, place, run);
    const { atOnce, fields } = READING[format];
    for (let at = 0; at < keys.length; at += atOnce) {
      const slice = keys.slice(at, at + atOnce);
      const records = await findingsFor(ctx.models, slice, fields);
      const acceptedOf = await accepted(records.map(({ fingerprint }) => fingerprint));
      const statusOf = new Map(slice.map(({ _id, status }) => [_id, status]));
      for (const one of records)
        yield findingView(ctx, one, statusOf.get(one._id) ?? "standing", acceptedOf(one.fingerprint));
    }
  }
  async function sharedPages({ fingerprint }: FindingShown, { runId }: { runId: string }): Promise<PageOfFinding[]> {
    const found: PageOfFinding[] = [];
    const at = { _id: `${runId}:${fingerprint}`, runId };
    await eachFindingPage(ctx.models, at, 0, (page) => found.push(pageOfFinding(page)) > 0);
    return found;
  }
  /** A finding shared by several pages yields one row per page. */
  async function* rows(): AsyncGenerator<FindingRow> {
    for await (const one of shown())
      if (!one.pages) yield { ...one, sharedBy: 1 };
      else
        for (const { page, target, message } of await sharedPages(one, one.pages))
          yield { ...one, page, selector: target, message, sharedBy: one.pages.count };
  }
  /** In JSON a shared finding stays one object, with the list of its pages. */
  async function* objects(): AsyncGenerator<object> {
    for await (const one of shown()) {
      const { screenshot: _, pages, ...rest } = one;
      yield { ...rest, pages: pages && { ...pages, all: await sharedPages(one, pages) } };
    }
  }
  const name = `${place.project.slug}-${pillar}-findings.${format}`;
  return {
    name,
    parts:
      format === "csv" ? csvOf(COLUMNS, rows(), cut) : jsonOf({ runId: run?._id ?? null }, "findings", objects(), cut),
  };
}
