// What page checks share: when they apply, and how many findings a rule may have.

import { MAX_FINDING_PAGES } from "../../audit/causes.ts";
import { type CheckResult, inapplicable } from "../../audit/finding.ts";
import { firstResults } from "../../audit/firstResults.ts";
import { oneLine, truncate } from "../../text.ts";
import type { SeoDocument, SeoPage } from "./gathered.ts";
import { isSuccess } from "./indexing.ts";

type Judge = (document: SeoDocument, page: SeoPage) => CheckResult | CheckResult[];

/** Runs a document rule only on HTML pages that responded with success. An error page has one fault: its status. */
export function onDocument(judge: Judge): (page: SeoPage) => CheckResult | CheckResult[] {
  return (page) => {
    if (!isSuccess(page.status))
      return inapplicable(`The URL answered ${page.status}, so its document is not checked.`);
    if (!page.document) return inapplicable("What came is not an HTML document.");
    const results = judge(page.document, page);
    return page.loaded ? results : [results].flat().map(unsure);
  };
}

/** What is missing from a page that was still loading may appear later, so a failure needs a manual check. */
const unsure = (result: CheckResult): CheckResult =>
  result.outcome === "failed"
    ? { ...result, outcome: "review", unsure: true, message: `${result.message} The page was still loading.` }
    : result;

/** Returns the results, limited to the maximum per page. Without results, returns `good`. */
export const capped = (results: readonly CheckResult[], good: CheckResult): CheckResult | CheckResult[] =>
  results.length === 0 ? good : firstResults(results);

/** The same for a rule about the site: those with one cause are merged into a finding that counts its pages, so all pages are listed. */
export const listed = (results: readonly CheckResult[], good: CheckResult): CheckResult | CheckResult[] =>
  results.length === 0 ? good : firstResults(results, MAX_FINDING_PAGES);

/** Formats a number: 12,345. */
export const count = (value: number): string => value.toLocaleString("en-US");

/** Returns one line of limited length for quoting. */
export const short = (text: string, most = 80): string => truncate(oneLine(text), most);

export const lengthOf = (text: string): number => [...text].length;
