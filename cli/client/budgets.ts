// `--budget lcp=2500`: thresholds of a performance run.
import { hintOf } from "../../domain/nearest.ts";
import { BUDGET_KEYS, WORSE_NAMES } from "../../domain/words/units.ts";
import { wrongUse } from "./exit.ts";

/** Parses the budgets. Throws ClientError (2) for an invalid one. Times are in ms, `cls` has no unit, `score` is from 0 to 100. */
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

/** Whether the figure is only available in runs that measure it; every audit has a score and findings. */
export const isMeasured = (name: string): boolean => name !== "score" && name !== "findings";

/** Parses `--worse lcp,score=2`: figures that may not be worse than in the reference run, and by how much they may. Throws ClientError (2). */
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
