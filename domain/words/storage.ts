// Sizes of stored data, and what it belongs to, in words. Pure data.

export const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
export const SIZE_STEP = 1_000;

/** From this share of a limit on, people are warned. */
export const WARN_AT = 0.8;

/** Returns "50 GB", "1.2 MB": at most three digits before the unit. */
export function sizeWords(bytes: number): string {
  let at = 0;
  let value = bytes;
  while (value >= 999.5 && at < SIZE_UNITS.length - 1) {
    value /= SIZE_STEP;
    at += 1;
  }
  const digits = at === 0 || value >= 99.5 ? 0 : 1;
  return `${Number(value.toFixed(digits))} ${SIZE_UNITS[at]}`;
}

/** What stored bytes belong to. An artifact that several of them reference counts for the first. */
export const STORED_KINDS = ["baselines", "uploads", "runs", "jobs", "other", "unnamed"] as const;
export type StoredKind = (typeof STORED_KINDS)[number];
/** Words for sentences and labels. `unnamed`: nothing references it, and a cleanup deletes it when it is a day old. */
export const STORED_TITLE: Record<StoredKind, string> = {
  baselines: "Baselines and their history",
  uploads: "Uploaded screenshots",
  runs: "Runs",
  jobs: "Crawls, explorations and recordings",
  other: "Other",
  unnamed: "To be deleted",
};
export type StoredByKind = Partial<Record<StoredKind, { bytes: number; artifacts: number }>>;
