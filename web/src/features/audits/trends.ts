// What the charts of a pillar show: lines by page and device, and the runs with a new commit. Pure.
import type { AppTrends } from "../../../../api/endpoints/answers/app/trends.ts";
import type { ChartLine } from "../../components/chartOptions.ts";
import { shortCommit } from "../../lib/format.ts";

type Metric = AppTrends["metrics"][number];
type Line = Metric["lines"][number];

/** Runs whose commit differs from that of the run before: something was deployed. The first run is no deploy. */
export function deploysOf(runs: AppTrends["runs"]): { time: string; label: string }[] {
  const told = runs.filter(({ commitSha }) => commitSha !== null);
  return told.flatMap(({ at, commitSha }, index) => {
    const before = told[index - 1];
    return before && before.commitSha !== commitSha && commitSha ? [{ time: at, label: shortCommit(commitSha) }] : [];
  });
}

/** The pages that any metric has figures of, in the order of the audit. */
export const pagesOf = (metrics: AppTrends["metrics"]): string[] => [
  ...new Set(metrics.flatMap(({ lines }) => lines.map(({ page }) => page))),
];

const DEVICES = { mobile: "Phone", desktop: "Desktop" } as const;

/** One page's figures: a line for each device, with the spread of its measurements. `times`: whenever one was measured. */
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

/** The bands of the device whose line is the first; phones where both are shown. */
export function bandsOf({ lines, bands }: Metric, page: string): Metric["bands"]["mobile"] {
  const own = lines.filter((line) => line.page === page);
  return own.length > 0 && own.every(({ device }) => device === "desktop") ? bands.desktop : bands.mobile;
}
