// Fields of a pa11y-ci configuration that Plumbline imports differently or not at all.
import { needsYou, noMeaning, type Row, type Rows } from "./leftOut.ts";

const OWN_BROWSER = noMeaning("the service starts browsers itself");
const OWN_STORE = noMeaning("the service keeps results and screenshots itself");
const COUNTED = needsYou(
  "counts errors of a page; settings.audits.a11y.budgets counts findings of a run by severity, thresholds.maxNew new ones",
);
const ALL_TOLD = noMeaning("findings of every severity are reported, and what needs a person is marked");

/** For `defaults` and for an entry of `urls`. */
export const PAGE_ROWS: Rows = {
  ignore: needsYou("findings of these rules are reported: accept those that you know"),
  rules: needsYou("rules are not chosen: the audit checks WCAG 2.2 at levels A and AA"),
  threshold: COUNTED,
  level: COUNTED,
  levelCapWhenNeedsReview: ALL_TOLD,
  includeNotices: ALL_TOLD,
  includeWarnings: ALL_TOLD,
  hideElements: needsYou("the whole page is audited, what is hidden there too: accept its findings"),
  rootElement: needsYou("the whole page is audited"),
  viewport: needsYou("the audit checks pages at its own widths, of a phone and of a desktop"),
  timeout: noMeaning("the wait for a page has the service's own limit"),
  userAgent: needsYou("the service's browsers have their own user agent"),
  method: needsYou("pages are opened with GET"),
  postData: needsYou("pages are opened with GET"),
  page: OWN_BROWSER,
  browser: OWN_BROWSER,
  ignoreUrl: OWN_BROWSER,
  chromeLaunchConfig: OWN_BROWSER,
  useIncognitoBrowserContext: noMeaning("each page begins in an empty browser"),
  concurrency: noMeaning("the worker's SVC_BROWSER_SLOTS sets how many pages are audited at the same time"),
  wrapWidth: OWN_STORE,
  log: OWN_STORE,
  reporter: OWN_STORE,
  reporters: OWN_STORE,
  screenCapture: OWN_STORE,
};

/** How each standard differs from the audit's WCAG 2.2 at levels A and AA; null if it does not. */
export const STANDARDS: Readonly<Record<string, Row | null>> = {
  WCAG2AA: null,
  WCAG2A: noMeaning("the audit checks level AA too"),
  WCAG2AAA: needsYou("the audit checks WCAG 2.2 at levels A and AA, not AAA"),
  Section508: needsYou("the audit checks WCAG 2.2 at levels A and AA, which hold what Section 508 asks since 2018"),
};
export const UNKNOWN_STANDARD = needsYou("the audit checks WCAG 2.2 at levels A and AA");

/** Runners of pa11y; axe is used here too. */
export const RUNNERS: Readonly<Record<string, Row | null>> = {
  axe: null,
  htmlcs: needsYou("HTML_CodeSniffer is not run: the audit is axe with checks of its own, so findings differ"),
};
export const UNKNOWN_RUNNER = needsYou("runners of your own are not run");

/** For fields beside `urls`, `defaults` and the sitemap. */
export const TOP_OTHERWISE = needsYou("pa11y-ci reads it under defaults only, and so does the import");
export const UNKNOWN = needsYou("not a field of pa11y-ci that Plumbline knows; see whether the test needs it");
