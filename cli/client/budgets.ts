// `--budget lcp=2500`: thresholds of a performance run.
import { BUDGET_KEYS } from "../../domain/words/units.ts";
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
