// Which findings of an earlier run are gone, and not just unseen.
import { type FindingPages, isAmong, pagesNamed, wasLookedAt } from "./causes.ts";
import { pageKey } from "./runChecks.ts";

/** `pageIndex` below 0: about the whole site. */
type Named = { fingerprint: string; cause?: string | null; pages?: FindingPages | null };
type Known = Named & { page: string; pageIndex: number };

/** `measuredKeys`: pages that were looked at now. */
export type Seen = { measuredKeys: ReadonlySet<string>; siteMeasured: boolean };

/** `before` was found on `baseUrl`; `now` is what is found today. A finding of several pages is gone with the last of them (`wasLookedAt`). */
export function fixedFindings<F extends Known>(
  before: readonly F[],
  now: readonly Named[],
  seen: Seen,
  baseUrl: string,
): F[] {
  const isThere = isAmong(now);
  const isMeasured = (page: string) => seen.measuredKeys.has(pageKey(page, baseUrl));
  return before.filter(
    (f) => !isThere(f) && (f.pageIndex < 0 ? seen.siteMeasured : wasLookedAt(pagesNamed(f), isMeasured)),
  );
}
