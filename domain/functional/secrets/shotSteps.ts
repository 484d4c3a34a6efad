// Checks steps before a screenshot, which are stored unchanged: passwords are refused, because signing in belongs to the environment's
// access. Pure.
import type { FieldProblem } from "../../import/problems.ts";
import type { ShotStep } from "../../visual/shot.ts";
import { isDistinctive, type KnownSecret, secretLeftIn } from "./knownSecrets.ts";
import { asksForPassword } from "./passwordFields.ts";

const HOW =
  "Put the sign-in into the environment's access (signIn), which is sealed and enters the site for every scenario.";

export type Written = { url?: string; steps?: readonly ShotStep[] };

/** `before`: steps that are already stored, which stay valid. */
export function passwordsIn(
  { url = "", steps = [] }: Written,
  known: readonly KnownSecret[],
  before: Written = {},
): FieldProblem[] {
  const stored = new Set((before.steps ?? []).map((step) => JSON.stringify(step)));
  const problems = steps.flatMap((step, at): FieldProblem[] => {
    if (stored.has(JSON.stringify(step))) return [];
    const path = `steps[${at}].${step.op === "fill" ? "value" : step.op}`;
    if (step.op === "fill" && step.value !== "" && asksForPassword(step.selector))
      return [{ path, message: `is not stored, because the field is one for a password or code. ${HOW}` }];
    const same = step.op === "fill" && known.some(({ value }) => value === step.value);
    return same || secretLeftIn(JSON.stringify(step), known)
      ? [{ path, message: `is not stored, because it holds a secret of the project's environments. ${HOW}` }]
      : [];
  });
  // URLs are short, so ordinary words count as secrets only if they contain more than letters and hyphens.
  const inUrl =
    url !== before.url &&
    secretLeftIn(
      url,
      known.filter((one) => isDistinctive(one) && /[^\p{L}-]/u.test(one.value)),
    );
  return inUrl
    ? [
        ...problems,
        { path: "url", message: `is not stored, because it holds a secret of the project's environments. ${HOW}` },
      ]
    : problems;
}
