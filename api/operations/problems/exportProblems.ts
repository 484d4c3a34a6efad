// Exports the problems that match a filter as a file, most urgent first, reading a few hundred at a time.
import { plural } from "../../../domain/text.ts";
import { problemsByIds } from "../../../models/problems/queries.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type Columns, csvOf, jsonOf } from "../../lib/csv.ts";
import type { Paging } from "../../lib/paging.ts";
import type { ExportFormat } from "../findings/exportFindings.ts";
import { findListed, type ProblemFilter } from "./listProblems.ts";
import { type ProblemView, problemView } from "./problemView.ts";

/** Maximum number of problems per file; a file that omits some says so at its end. */
export const MAX_EXPORTED = 20_000;
const AT_ONCE = 200;

/** Columns of the table: the parts of a problem that fit in a cell. */
const COLUMNS: Columns<ProblemView> = [
  ["id", ({ id }) => id],
  ["pillar", ({ pillar }) => pillar],
  ["rule", ({ rule }) => rule],
  ["severity", ({ severity }) => severity],
  ["status", ({ status }) => status],
  ["title", ({ title }) => title],
  ["sentence", ({ sentence }) => sentence],
  ["help", ({ help }) => help],
  ["places", ({ placeCount }) => placeCount],
  ["firstPlaces", ({ places }) => places.map(({ label, page }) => label || page || "whole site").join("; ")],
  ["element", ({ evidence }) => evidence.target ?? ""],
  ["firstSeen", ({ firstSeen }) => firstSeen.at],
  ["firstSeenRun", ({ firstSeen }) => firstSeen.runId],
  ["lastSeen", ({ lastSeen }) => lastSeen.at],
  ["fixed", ({ fixedIn }) => fixedIn?.at ?? ""],
  ["assignee", ({ assignee }) => assignee ?? ""],
  ["ticket", ({ ticket }) => ticket ?? ""],
  ["acceptedBy", ({ accepted }) => accepted?.by ?? ""],
  ["acceptedUntil", ({ accepted }) => accepted?.until ?? ""],
  ["acceptedReason", ({ accepted }) => accepted?.reason ?? ""],
  ["snoozedUntil", ({ snooze }) => snooze?.until ?? ""],
];

/** Returns the file name and an iterable of its parts. All errors are thrown before the first part is produced. */
export async function exportProblems(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { format, ...filter }: Omit<ProblemFilter, "project" | keyof Paging> & { format: ExportFormat },
  most = MAX_EXPORTED,
): Promise<{ name: string; parts: AsyncIterable<string> }> {
  requireReadRight(caller);
  const project = await resolveProject(ctx, caller, slug);
  const asked = { ...filter, project: slug };
  const { found } = await findListed(ctx, caller, asked, { after: null, limit: most + 1 });
  const ids = found.slice(0, most).map(({ id }) => id);
  const cut =
    found.length > most
      ? `This file contains only the first ${plural(most, "problem")}: narrow the filter for the others.`
      : null;
  async function* shown(): AsyncGenerator<ProblemView> {
    for (let at = 0; at < ids.length; at += AT_ONCE)
      for (const one of await problemsByIds(ctx.models, ids.slice(at, at + AT_ONCE))) yield problemView(ctx, one);
  }
  const [pillar] = filter.pillar ?? [];
  const name = [project.slug, pillar, "problems"].filter(Boolean).join("-");
  return {
    name: `${name}.${format}`,
    parts: format === "csv" ? csvOf(COLUMNS, shown(), cut) : jsonOf({}, "problems", objects(shown()), cut),
  };
}

/** Omits `picture`, because it is a link that expires. */
async function* objects(problems: AsyncIterable<ProblemView>): AsyncGenerator<object> {
  for await (const { picture: _, rev: __, canUndo: ___, ...one } of problems) yield one;
}
