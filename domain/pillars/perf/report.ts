// Parts of a report that only this pillar has, read from the stored run and its pages.

import { fieldsOf, numberOf, textOf, textsOf } from "../../fields.ts";
import type { Extras, PerfFigure, PillarReport, Stored } from "../../report/extraTypes.ts";
import { METRIC_WORDS, METRICS } from "../../words/units.ts";

export const report: PillarReport = {
  columns: METRICS.filter((metric) => metric !== "si").map((metric) => [metric, METRIC_WORDS[metric].name]),
  extras,
};

const FIGURES = ["score", ...METRICS] as const;
const PERF_AVERAGE: Record<string, string> = {
  score: "perfScore",
  lcp: "perfAvgLcp",
  fcp: "perfAvgFcp",
  cls: "perfAvgCls",
  tbt: "perfAvgTbt",
  ttfb: "perfAvgTtfb",
};

function extras({ runExtra, pages }: Stored): Extras {
  const meanOf = (name: string) => mean(pages.flatMap(({ metrics }) => metrics[name] ?? []));
  const averages = FIGURES.flatMap((key): PerfFigure[] => {
    const value = numberOf(runExtra[PERF_AVERAGE[key] ?? ""]) ?? meanOf(key);
    return value === null ? [] : [{ key, value, low: meanOf(`${key}Min`), high: meanOf(`${key}Max`) }];
  });
  const first = pages.find(({ details }) => textOf(details.formFactor) !== null)?.details ?? {};
  const runs = Math.max(0, ...pages.map(({ metrics }) => metrics.runs ?? 0));
  const budget = fieldsOf(runExtra.perfBudgetResult);
  const version = textOf(first.lighthouseVersion);
  return {
    facts: version === null ? [] : [{ label: "Lighthouse", value: version }],
    perf: {
      device: textOf(first.formFactor),
      runsPerPage: runs > 0 ? runs : null,
      benchmarkIndex: meanOf("benchmarkIndex"),
      averages,
      budget: typeof budget.pass === "boolean" ? { pass: budget.pass, violations: textsOf(budget.violations) } : null,
    },
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
