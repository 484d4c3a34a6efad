// Builds the uPlot options of a chart: lines, the spread around each, zones of good and poor values, a budget, and marks of deploys.
import type uPlot from "uplot";
import { formatDate, formatNumber, formatTime } from "../lib/format.ts";

export type Values = readonly (number | null)[];
export type ChartLine = { name: string; values: Values /** Spread of the values. */; low?: Values; high?: Values };
export type Chart = {
  /** ISO times, oldest first. */
  times: readonly string[];
  lines: readonly ChartLine[];
  unit?: string;
  /** Values should stay below it. */
  budget?: number;
  /** Values up to `good` are good, values from `poor` are poor. */
  zones?: { good: number; poor: number };
  /** Vertical lines with a short label, such as deploys. */
  marks?: readonly { time: string; label: string }[];
  range?: [number, number];
};

export const HEIGHT = 150;
/** Distinguished by lightness and dash pattern, not by color alone. */
export const STROKES: readonly { color: string; dash?: number[] }[] = [
  { color: "--accent" },
  { color: "--good", dash: [6, 3] },
  { color: "--warn", dash: [2, 3] },
  { color: "--info", dash: [8, 3, 2, 3] },
  { color: "--bad", dash: [4, 2] },
  { color: "--text-3", dash: [1, 2] },
];

const hasSpread = ({ low, high }: ChartLine): boolean => low !== undefined && high !== undefined;

const seconds = (time: string): number => new Date(time).getTime() / 1_000;

/** Low and high of each line that has a spread, then the lines, then the budget. Later series are drawn over earlier ones. */
export function dataOf({ times, lines, budget }: Chart): uPlot.AlignedData {
  const series: (number | null)[][] = [];
  for (const line of lines.filter(hasSpread)) series.push([...(line.low ?? [])], [...(line.high ?? [])]);
  for (const { values } of lines) series.push([...values]);
  if (budget !== undefined) series.push(times.map(() => budget));
  return [times.map(seconds), ...series] as uPlot.AlignedData;
}

/** Headroom above the highest value. */
const HEADROOM = 1.05;

/**
 * Returns the range of the y axis, or null to fit the values. With zones both limits are visible, so that the good zone shows even if all
 * values are good.
 */
export function rangeOf({ range, zones, lines, budget = 0 }: Chart): [number, number] | null {
  if (range || !zones) return range ?? null;
  const values = lines.flatMap(({ values, high = [] }) => [...values, ...high]);
  return [0, HEADROOM * Math.max(zones.poor, budget, ...values.map((value) => value ?? 0))];
}

const DAY_S = 86_400;

/**
 * Returns the labels of the x axis: times, with the date below whenever it changes, or only dates if the step is at least a day. `splits`:
 * seconds.
 */
export function timeLabels(splits: readonly number[]): string[] {
  const days = (splits[1] ?? 0) - (splits[0] ?? 0) >= DAY_S;
  let [shown, day] = ["", ""];
  return splits.map((split) => {
    const at = new Date(split * 1_000);
    const [time, on] = [days ? "" : formatTime(at), formatDate(at)];
    // Several splits within the same minute or day show one label.
    const label = [time, on].join();
    if (label === shown) return "";
    shown = label;
    if (days) return on;
    const below = on === day ? "" : `\n${on}`;
    day = on;
    return `${time}${below}`;
  });
}

export function optionsFor(chart: Chart, width: number): uPlot.Options {
  const { lines, budget, unit = "" } = chart;
  const range = rangeOf(chart);
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const font = `11px ${color("--sans")}`;
  const axis = {
    stroke: color("--text-3"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font,
  };
  const hidden = { stroke: "transparent", points: { show: false } };
  const spreads = lines.filter(hasSpread);
  const series: uPlot.Series[] = [
    {},
    ...spreads.flatMap(({ name }) => [
      { label: `${name}, low`, ...hidden },
      { label: `${name}, high`, ...hidden },
    ]),
    ...lines.map(({ name }, at) => ({
      label: name,
      stroke: color(STROKES[at]?.color ?? "--accent"),
      width: 1.75,
      spanGaps: true,
      dash: STROKES[at]?.dash,
      points: { size: 5 },
    })),
  ];
  if (budget !== undefined)
    series.push({ label: "Budget", stroke: color("--bad"), width: 1, dash: [5, 4], points: { show: false } });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false },
    scales: range ? { y: { range } } : {},
    axes: [
      { ...axis, grid: { show: false }, space: 96, values: (_chart, splits) => timeLabels(splits) },
      {
        ...axis,
        size: 66,
        values: (_chart, values) => values.map((value) => `${formatNumber(value)}${unit ? ` ${unit}` : ""}`),
      },
    ],
    series,
    bands: spreads.map((_, at) => ({ series: [2 * at + 2, 2 * at + 1], fill: translucent(color("--accent")) })),
    hooks: {
      drawClear: [(plot) => drawZones(plot, chart, color)],
      draw: [(plot) => drawMarks(plot, chart, { line: color("--line-strong"), text: color("--text-2"), font })],
    },
  };
}

/** Adds transparency, so that the spread stays visible over a zone of any color. Tokens are color functions such as "oklch(49% 0.19 265)". */
const translucent = (token: string): string => token.replace(/\)$/, " / 0.22)");

/** Opacity of the zones, which must not distract from the lines. */
const ZONE_ALPHA = 0.6;

/** Draws the good, middle and poor zones behind everything else. */
function drawZones(plot: uPlot, { zones }: Chart, color: (name: string) => string): void {
  if (!zones) return;
  const { ctx } = plot;
  const { left, top, width, height } = plot.bbox;
  const bottom = top + height;
  const at = (value: number): number => Math.min(bottom, Math.max(top, plot.valToPos(value, "y", true)));
  const [good, poor] = [at(zones.good), at(zones.poor)];
  ctx.save();
  ctx.globalAlpha = ZONE_ALPHA;
  for (const [name, from, to] of [
    ["--good-soft", good, bottom],
    ["--warn-soft", poor, good],
    ["--bad-soft", top, poor],
  ] as const) {
    ctx.fillStyle = color(name);
    ctx.fillRect(left, from, width, to - from);
  }
  ctx.restore();
}

function drawMarks(
  plot: uPlot,
  { marks = [] }: Chart,
  { line, text, font }: { line: string; text: string; font: string },
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = line;
  ctx.fillStyle = text;
  ctx.font = font.replace("11px", `${10 * ratio}px`);
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  let free = Number.NEGATIVE_INFINITY;
  for (const { time, label } of marks) {
    const x = plot.valToPos(seconds(time), "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    // Labels that would overlap are omitted; the table lists them.
    const wide = ctx.measureText(label).width + 3 * ratio;
    const left = x + wide > bbox.left + bbox.width ? x - wide : x + 3 * ratio;
    if (left < free) continue;
    ctx.fillText(label, left, bbox.top + 10 * ratio);
    free = left + wide + 5 * ratio;
  }
  ctx.restore();
}
