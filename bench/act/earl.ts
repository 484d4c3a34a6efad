// Exports the outcomes as an EARL report in JSON-LD, the format the W3C accepts from implementers of ACT rules.
import type { ActCase } from "./cases.ts";
import type { Answers } from "./mapping.ts";

const CONTEXT = "https://www.w3.org/WAI/content-assets/wcag-act-rules/earl-context.json";

/** `criteria`: success criteria by rule. Contains an assertion for each case and each rule that has found something anywhere. */
export function earlReport(
  cases: readonly ActCase[],
  answers: Answers,
  { criteria, version }: { criteria: ReadonlyMap<string, readonly string[]>; version: string },
): object {
  const rules = [...new Set([...answers.values()].flatMap((said) => Object.keys(said)))].sort();
  return {
    "@context": CONTEXT,
    "@graph": [
      { "@id": "_:plumbline", "@type": ["Assertor", "Software"], name: "Plumbline", release: { revision: version } },
      ...cases
        .filter(({ id }) => answers.has(id))
        .map(({ id, url }) => ({
          "@type": "TestSubject",
          source: url,
          assertions: rules.map((rule) => ({
            "@type": "Assertion",
            mode: "earl:automatic",
            assertedBy: "_:plumbline",
            result: { outcome: `earl:${answers.get(id)?.[rule] ?? "passed"}` },
            test: { title: rule, isPartOf: (criteria.get(rule) ?? []).map((one) => `WCAG22:${one}`) },
          })),
        })),
    ],
  };
}
