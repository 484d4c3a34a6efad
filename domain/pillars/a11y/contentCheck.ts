// What all content rules share: their evidence and a limit on the findings per page.

import { type CheckResult, inapplicable, passed } from "../../audit/finding.ts";
import { oneLine, plural, truncate } from "../../text.ts";
import { MORE_ELEMENTS } from "./axeResults.ts";
import type { Content, ContentElement } from "./content.ts";
import type { A11yData } from "./gathered.ts";
import { scrubbed, scrubbedHtml } from "./scrub.ts";

/** Maximum number of listed elements per rule and page. One finding stands for the others. */
const MAX_LISTED = 20;

/** Creates a content rule, which is not applicable if the page's content was not read. */
export function onContent(
  judge: (content: Content) => CheckResult | CheckResult[],
): (data: A11yData) => CheckResult | CheckResult[] {
  return ({ content }) =>
    content?.state === "read" ? judge(content) : inapplicable("The content of the page could not be read.");
}

/** Returns target and details of a finding about an element. `tags` names the criterion as axe does: wcag2a, wcag111. */
export function about(
  tags: readonly string[],
  { target, html }: ContentElement,
  more: Record<string, unknown> = {},
): [target: string, details: { evidence: Record<string, unknown> }] {
  return [scrubbed(target), { evidence: { tags: [...tags], html: scrubbedHtml(html), ...more } }];
}

/** Quotes a text of the page in a sentence: “Read more”. */
export const quoted = (text: string, most = 60): string => `“${truncate(scrubbed(oneLine(text)), most)}”`;

/** Returns the results, limited to the maximum per page. Without results, the rule passed, or is not applicable if nothing was tested. */
export function listed(results: readonly CheckResult[], tested: number, what: string): CheckResult | CheckResult[] {
  if (results.length === 0)
    return tested === 0 ? inapplicable(`The page has no ${what}.`) : passed(`Nothing is wrong with the ${what}.`);
  const rest = results.slice(MAX_LISTED);
  const [first] = rest;
  if (first === undefined) return [...results];
  const message = `${plural(rest.length, "more element has", "more elements have")} the same problem: ${first.message}`;
  const evidence = { tags: first.evidence?.tags, elements: results.length, further: rest.length };
  return [
    ...results.slice(0, MAX_LISTED),
    { ...first, target: MORE_ELEMENTS, message: truncate(message, 400), evidence },
  ];
}
