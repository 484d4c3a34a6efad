// Sentences about retention and storage.
import type { AnswerAt } from "../../../../api/endpoints/typedPath.ts";
import { RETENTION, RETENTION_KINDS } from "../../../../domain/words/retention.ts";
import { sizeWords } from "../../../../domain/words/storage.ts";
import { formatAgo, formatCount, formatDate } from "../../lib/format.ts";

export const NEXT_SWEEP = "/api/app/projects/{slug}/next-sweep";
export type NextSweep = AnswerAt<"GET", typeof NEXT_SWEEP>;

/** Describes the next sweep and the last one. */
export function whenOf({ daily, announcedAt, lastAt }: Pick<NextSweep, "daily" | "announcedAt" | "lastAt">): string {
  if (!daily) return "Nothing is deleted automatically: the operator of the service turned the daily sweep off.";
  if (announcedAt !== null) return `The next sweep is on ${formatDate(announcedAt)}. Nothing is deleted before then.`;
  if (lastAt !== null) return `Expired runs and jobs are deleted once a day, the last time ${formatAgo(lastAt)}.`;
  return "The first sweep is announced here a week in advance.";
}

/** Describes what the next sweep deletes from the project, as last counted. */
export function planWords({ at, runs, artifacts, bytes }: NonNullable<NextSweep["plan"]>): string {
  const kinds = RETENTION_KINDS.filter((kind) => runs[kind] > 0);
  if (kinds.length === 0 && artifacts === 0) return `The next sweep deletes nothing here (counted ${formatAgo(at)}).`;
  const parts = kinds.map((kind) => `${formatCount(runs[kind])} ${RETENTION[kind].plural}`);
  const files = artifacts > 0 ? [`a day later ${formatCount(artifacts)} files (${sizeWords(bytes)})`] : [];
  return `The next sweep deletes ${[...parts, ...files].join(", ")} (counted ${formatAgo(at)}).`;
}

/** Explains what to do if storage is almost or completely full. */
export function storageWarning(level: "near" | "full"): string {
  const what = level === "full" ? "The limit is reached: no new run starts." : "The limit is almost reached.";
  return `${what} Keep runs for fewer days in the settings of your projects, or ask the operator of the service for more.`;
}
