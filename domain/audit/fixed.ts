// Which findings of an earlier run are gone, and not just unseen.
import { pageKey } from "./runChecks.ts";

/** `pageIndex` below 0: about the whole site. */
type Known = { fingerprint: string; page: string; pageIndex: number };

/** `measuredKeys`: pages that were looked at now. */
export type Seen = { measuredKeys: ReadonlySet<string>; siteMeasured: boolean };

/** `before` was found on `baseUrl`; `now` holds the fingerprints of today. */
export function fixedFindings<F extends Known>(
  before: readonly F[],
  now: ReadonlySet<string>,
  seen: Seen,
  baseUrl: string,
): F[] {
  return before.filter(
    (f) =>
      !now.has(f.fingerprint) &&
      (f.pageIndex < 0 ? seen.siteMeasured : seen.measuredKeys.has(pageKey(f.page, baseUrl))),
  );
}
