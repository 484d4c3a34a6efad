// What the checks of pages share: when they hold at all, and how many findings one rule may give.

import { type CheckResult, inapplicable } from "../../audit/finding.ts";
import { oneLine, truncate } from "../../text.ts";
import type { SeoDocument, SeoPage } from "./gathered.ts";
import { isSuccess } from "./indexing.ts";

const MAX_RESULTS = 20;

type Judge = (document: SeoDocument, page: SeoPage) => CheckResult | CheckResult[];

/** The rules about a document hold for an HTML page that answered with success. An error page has one defect: its status. */
export function onDocument(judge: Judge): (page: SeoPage) => CheckResult | CheckResult[] {
  return (page) => {
    if (!isSuccess(page.status))
      return inapplicable(`The address answered ${page.status}, so its document is not judged.`);
    if (!page.document) return inapplicable("What came is not an HTML document.");
    const results = judge(page.document, page);
    return page.loaded ? results : [results].flat().map(unsure);
  };
}

/** What is missing in a page that had not finished loading may still have come. */
const unsure = (result: CheckResult): CheckResult =>
  result.outcome === "failed"
    ? { ...result, outcome: "review", message: `${result.message} The page was still loading.` }
    : result;

/** The first twenty; the last of them says how many more there are. `good` stands for none. */
export function capped(results: readonly CheckResult[], good: CheckResult): CheckResult | CheckResult[] {
  if (results.length === 0) return good;
  const kept = results.slice(0, MAX_RESULTS);
  const last = kept.at(-1);
  const more = results.length - kept.length;
  if (last && more > 0)
    kept[kept.length - 1] = { ...last, message: `${last.message} There are ${count(more)} more of the kind.` };
  return kept;
}

/** All of them: each has an address of its own to mend, and the run asks a bounded number of addresses. */
export const listed = (results: readonly CheckResult[], good: CheckResult): CheckResult | CheckResult[] =>
  results.length === 0 ? good : [...results];

/** 12,345 */
export const count = (value: number): string => value.toLocaleString("en-US");

/** For quoting: one line, at most so many characters. */
export const short = (text: string, most = 80): string => truncate(oneLine(text), most);

export const lengthOf = (text: string): number => [...text].length;
