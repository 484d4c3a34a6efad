// Converts axe's results: violations of best practices warn, incomplete results need a manual check, all other violations fail.

import { commonTarget } from "../../audit/commonTarget.ts";
import { type Check, type CheckResult, failed, inapplicable, passed, review, warning } from "../../audit/finding.ts";
import { plural, truncate } from "../../text.ts";
import type { A11yData, AxeRule } from "./gathered.ts";
import { mendingOf } from "./mending.ts";
import { type MergedNode, type MergedRule, mergeWidths } from "./merge.ts";
import { furtherMessage, messageOf } from "./messages.ts";
import { scrubbed, scrubbedHtml } from "./scrub.ts";

/** Target of the finding that stands for all elements beyond the listed ones. */
export const MORE_ELEMENTS = "(more elements)";

/** A rule that axe ran, so its check has no `run`. */
export type RanRule = {
  check: Omit<Check<never>, "run" | "title" | "fault">;
  results: CheckResult[];
  merged: MergedRule;
};

/** Key of an element's screenshot in `A11yData.shots`. */
export const shotKey = (rule: string, target: string): string => `${rule} ${target}`;

export const isBestPractice = (rule: Pick<AxeRule, "tags">): boolean => rule.tags.includes("best-practice");

export function axeResults(data: Pick<A11yData, "widths" | "rules" | "shots">): RanRule[] {
  return mergeWidths(data).flatMap((merged) => {
    const rule = data.rules[merged.rule];
    if (rule === undefined) return [];
    const check = { rule: merged.rule, severity: merged.impact, help: mendingOf(merged.rule, rule) };
    return [{ check, results: resultsOf(rule, merged, data), merged }];
  });
}

function resultsOf(rule: AxeRule, merged: MergedRule, data: Pick<A11yData, "widths" | "shots">): CheckResult[] {
  const broken = isBestPractice(rule) ? warning : failed;
  const results = merged.nodes.map((node) => {
    const say = node.kind === "failed" ? broken : review;
    const severity = node.impact ?? merged.impact;
    // Widths are named only if the problem does not occur on all of them.
    const partly =
      node.viewports.length < data.widths.length ? ` Seen on the ${node.viewports.join(" and ")} only.` : "";
    return say(`${messageOf(rule, node)}${partly}`, scrubbed(node.target), {
      severity,
      cause: causeOf(node),
      evidence: evidenceOf(rule, merged, node, data.shots),
    });
  });
  const further = merged.failed - merged.nodes.filter(({ kind }) => kind === "failed").length;
  if (further > 0)
    results.push(
      broken(furtherMessage(rule, further), MORE_ELEMENTS, {
        evidence: { elements: merged.failed, further, tags: standards(rule), helpUrl: rule.helpUrl },
      }),
    );
  if (results.length > 0) return results;
  return merged.passed > 0
    ? [passed(`${plural(merged.passed, "element keeps", "elements keep")} the rule.`)]
    : [inapplicable("The rule does not apply to this page.")];
}

/** Returns what identifies the same element on other pages: tag, classes and colours, or its position if it has no classes. */
function causeOf({ html, target, reasons }: MergedNode): string {
  const [tag = ""] = /^<[^>]*>/.exec(html) ?? [];
  const name = /^<([\w-]+)/.exec(tag)?.[1];
  const classes = /\sclass="([^"]*)"/.exec(tag)?.[1]?.split(/\s+/).filter(Boolean).sort();
  const { fgColor, bgColor } = (reasons[0]?.data ?? {}) as { fgColor?: unknown; bgColor?: unknown };
  const colours = [fgColor, bgColor].filter((colour) => typeof colour === "string");
  const element = name && classes?.length ? `${name}.${classes.join(".")}` : commonTarget(scrubbed(target));
  return [element, ...colours].join(" ");
}

function evidenceOf(rule: AxeRule, merged: MergedRule, node: MergedNode, shots: A11yData["shots"]) {
  const figures = node.reasons[0]?.data ?? {};
  const screenshotId = node.kind === "failed" ? shots[shotKey(merged.rule, node.target)] : undefined;
  return {
    html: scrubbedHtml(node.html),
    selector: truncate(scrubbed(node.selector), 400),
    reasons: node.reasons.map(({ message }) => truncate(scrubbed(message), 300)),
    figures: Object.fromEntries(
      Object.entries(figures)
        .filter(([name]) => /^[A-Za-z]\w{0,40}$/.test(name))
        .map(([name, value]) => [name, typeof value === "string" ? truncate(scrubbed(value), 120) : value]),
    ),
    tags: standards(rule),
    viewports: node.viewports,
    helpUrl: rule.helpUrl,
    elements: merged.failed,
    ...(screenshotId === undefined ? {} : { screenshotId }),
  };
}

/** Returns the tags that name a standard's criterion, or that mark a rule as a best practice. */
const standards = ({ tags }: AxeRule): string[] => tags.filter((tag) => /^wcag\d|^best-practice$/.test(tag));
