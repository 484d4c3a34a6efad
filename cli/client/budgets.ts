// `--budget lcp=2500`: thresholds of a performance run.
import { hintOf } from "../../domain/nearest.ts";
import { BUDGET_KEYS, WORSE_NAMES } from "../../domain/words/units.ts";
import { wrongUse } from "./exit.ts";

/** Throws ClientError (2) for what is no budget. Times in ms; `cls` without a unit; `score` from 0 to 100. */
export function readBudgets(words: readonly string[] | undefined): Record<string, number> | undefined {
  if (!words || words.length === 0) return undefined;
  return Object.fromEntries(
    words.map((word) => {
      const [name = "", value = ""] = word.split("=");
      const number = Number(value);
      if (!BUDGET_KEYS.some((one) => one === name) || value === "" || !Number.isFinite(number) || number < 0)
        throw wrongUse(`"${word}" is not a budget. Write it as lcp=2500, with one of ${BUDGET_KEYS.join(", ")}.`);
      return [name, number];
    }),
  );
}

/** Figures that need a run that measures them; a score and findings are in every audit. */
export const isMeasured = (name: string): boolean => name !== "score" && name !== "findings";

/** `--worse lcp,score=2`: what may not be worse than in the run that is compared with, and by how much. Throws ClientError (2). */
export function readWorse(words: readonly string[] | undefined): Record<string, number> | undefined {
  if (!words || words.length === 0) return undefined;
  return Object.fromEntries(
    words.map((word) => {
      const [name = "", value = "0"] = word.split("=");
      const number = Number(value);
      if (!WORSE_NAMES.some((one) => one === name))
        throw wrongUse(
          `"${name}" is not a figure that can be worse.${hintOf(name, WORSE_NAMES, `Use ${WORSE_NAMES.join(", ")}.`)}`,
        );
      if (value === "" || !Number.isFinite(number) || number < 0)
        throw wrongUse(`"${word}" is not an amount. Write it as ${name}=2, or ${name} alone.`);
      return [name, number];
    }),
  );
}
