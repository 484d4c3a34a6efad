// Reports rules for several scenarios that affected a result outside the comparison: content rules, page rules and tolerances.
import type { Comparison, Reason } from "../outcome.ts";
import type { ShotSpec } from "../shot.ts";
import { scopeWords } from "./scope.ts";

/** Maximum number of rules named per result. */
const MAX_NAMED = 10;

type Spec = Pick<ShotSpec, "contentRules" | "pageRules">;
/** `did`: the words before the number of elements. */
type Acting = { id: string; selector: string; scope: string; value: string; did: string };

const PAGE_WORDS = { hide: "hid", remove: "removed" } as const;

function actingIn({ contentRules, pageRules = [] }: Spec): Acting[] {
  const content = contentRules.flatMap(({ id, selector, scope, normalize }) =>
    scope === undefined ? [] : [{ id, selector, scope, value: normalize, did: "replaced the content of" }],
  );
  const page = pageRules.map(({ id, selector, scope, effect }) => ({
    id,
    selector,
    scope,
    value: effect,
    did: PAGE_WORDS[effect],
  }));
  return [...content, ...page];
}

/** Names each wide content and page rule that matched something, sorted by number of elements (most first). */
export function appliedReasons(spec: Spec, applied: Readonly<Record<string, number>>): Reason[] {
  return actingIn(spec)
    .map((rule) => ({ ...rule, elements: applied[rule.id] ?? 0 }))
    .filter(({ elements }) => elements > 0)
    .toSorted((a, b) => b.elements - a.elements)
    .slice(0, MAX_NAMED)
    .map(({ id, selector, scope, value, did, elements }) => {
      const count = elements === 1 ? "1 element" : `${elements.toLocaleString("en")} elements`;
      const message = `The rule "${selector}" (${value}) of ${scopeWords(scope)} ${did} ${count}.`;
      return { code: "hidden_by_rule", message, data: { rule: id, selector, value, scope, elements } };
    });
}

type Judged = Pick<Comparison, "verdict" | "changedPixels">;

/** Names the wide tolerance because of which a result passed. */
export function toleranceReasons(
  { verdict, changedPixels }: Judged,
  threshold: number,
  toleranceOf: ShotSpec["toleranceOf"] | null,
): Reason[] {
  if (!toleranceOf || verdict !== "passed" || changedPixels === 0) return [];
  const { id: rule, scope } = toleranceOf;
  const pixels = changedPixels.toLocaleString("en");
  const message = `The tolerance of ${threshold} % of ${scopeWords(scope)} allowed ${pixels} differing pixels.`;
  return [{ code: "hidden_by_rule", message, data: { rule, misMatchThreshold: threshold, scope, changedPixels } }];
}
