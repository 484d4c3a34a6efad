// Parts of a page that keep changing by themselves are judged like an element under a dynamic rule: still there, same size, same place.
import type { Reason, RestlessRegion } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { ComparisonRule } from "../shot.ts";
import { intersection } from "./picture.ts";
import { projectBox } from "./projectRows.ts";
import { applyRules, type RulesInput, type RulesOutcome } from "./rules.ts";

/** Of each picture, in its own pixels. */
export type RestlessParts = { baseline: readonly RestlessRegion[]; test: readonly RestlessRegion[] };

/** Of the rules that stand for restless parts; no rule of a project has it. */
const RULE_ID = "restless";

/** What rules make of a pair, with its restless parts out of the score as well. Their boxes are pixels. */
export function applyRestless(outcome: RulesOutcome, input: RulesInput & { restless: RestlessParts }): RulesOutcome {
  const before = input.restless.baseline.filter(({ box }) => !coveredBy(outcome.maskedBaseline, box));
  const after = input.restless.test.filter(({ box }) => !coveredBy(outcome.masked, box));
  const parts = [...before, ...after];
  if (parts.length === 0) return outcome;
  const selectors = [...new Set(parts.map(({ selector }) => selector).filter(Boolean))];
  const rules = selectors.map(
    (selector): ComparisonRule => ({ id: `${RULE_ID} ${selector}`, selector, mode: "dynamic" }),
  );
  const checked = applyRules({ ...input, rules });
  const boxesBefore = before.map(({ box }) => box);
  return {
    // The part itself and not its whole element: what stands beside a ticking number is still compared.
    masked: [
      ...outcome.masked,
      ...after.map(({ box }) => box),
      ...boxesBefore.flatMap((box) => projectBox(input.alignment, box)),
    ],
    maskedBaseline: [...outcome.maskedBaseline, ...boxesBefore],
    full: outcome.full,
    findings: [...outcome.findings, ...checked.findings],
    warnings: [...outcome.warnings, ...named(parts).map(warning)],
  };
}

/** A part that is restless in both pictures is said once. */
function named(parts: readonly RestlessRegion[]): RestlessRegion[] {
  const seen = new Set<string>();
  return parts.filter(({ selector, box }) => {
    const name = selector || JSON.stringify(box);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function coveredBy(masked: readonly Box[], box: Box): boolean {
  return masked.some((area) => {
    const shared = intersection(area, box);
    return shared !== null && shared.width === box.width && shared.height === box.height;
  });
}

function warning({ selector, box: { x, y, width, height } }: RestlessRegion): Reason {
  const what = selector ? `"${selector}"` : `The part at x=${x}, y=${y}, ${width}×${height} px`;
  const rule = selector ? `; a dynamic rule for "${selector}" says so for good` : "";
  return {
    code: "restless",
    message: `${what} kept changing while the page was at rest, so only its size and place were compared${rule}.`,
    data: { selector, x, y, width, height },
  };
}
