// Chart data of a pillar: lines by page and device, and deploys. Pure functions.
import type { AppTrends } from "../../../../api/endpoints/answers/app/trends.ts";
import type { ChartLine } from "../../components/chartOptions.ts";
import { shortCommit } from "../../lib/format.ts";

type Metric = AppTrends["metrics"][number];
type Line = Metric["lines"][number];

/** Returns the runs whose commit differs from the previous run's, which means something was deployed. The first run does not count. */
export function deploysOf(runs: AppTrends["runs"]): { time: string; label: string }[] {
  const told = runs.filter(({ commitSha }) => commitSha !== null);
  return told.flatMap(({ at, commitSha }, index) => {
    const before = told[index - 1];
    return before && before.commitSha !== commitSha && commitSha ? [{ time: at, label: shortCommit(commitSha) }] : [];
  });
}

/** Returns the pages for which any metric has values, in the order of the audit. */
export const pagesOf = (metrics: AppTrends["metrics"]): string[] => [
  ...new Set(metrics.flatMap(({ lines }) => lines.map(({ page }) => page))),
];

const DEVICES = { mobile: "Phone", desktop: "Desktop" } as const;

/** Returns one page's lines, one for each device, with the spread of its measurements. `times`: all times at which either device was measured. */
export function linesOf({ lines }: Metric, page: string): { times: string[]; lines: ChartLine[] } {
  const own = lines.filter((line) => line.page === page);
  const times = [...new Set(own.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  const along = ({ points }: Line, of: "value" | "low" | "high") =>
    times.map((at) => points.find((point) => point.at === at)?.[of] ?? null);
  return {
    times,
    lines: own.map((line) => ({
      name: DEVICES[line.device],
      values: along(line, "value"),
      low: along(line, "low"),
      high: along(line, "high"),
    })),
  };
}

/** Returns the desktop bands if only desktop lines are shown, else the mobile bands. */
export function bandsOf({ lines, bands }: Metric, page: string): Metric["bands"]["mobile"] {
  const own = lines.filter((line) => line.page === page);
  return own.length > 0 && own.every(({ device }) => device === "desktop") ? bands.desktop : bands.mobile;
}
