// Lines over time, with a band of spread and a budget. The chart's code is loaded with the first chart.
import { useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { formatExact, formatNumber } from "../lib/format.ts";
import styles from "./LineChart.module.css";

type Props = {
  label: string;
  /** ISO times, the oldest first. */
  times: readonly string[];
  lines: readonly { name: string; values: readonly (number | null)[] }[];
  unit?: string;
  /** Values stay below it. */
  budget?: number;
  /** Spread around the first line. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
  range?: [number, number];
};

const HEIGHT = 150;
/** Told apart by lightness and by dashes too, so that colour is not alone. */
const STROKES: readonly { color: string; dash?: number[] }[] = [
  { color: "--accent" },
  { color: "--good", dash: [6, 3] },
  { color: "--warn", dash: [2, 3] },
  { color: "--info", dash: [8, 3, 2, 3] },
  { color: "--bad", dash: [4, 2] },
  { color: "--text-3", dash: [1, 2] },
];

export function LineChart(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const newest = useRef(props);
  newest.current = props;
  const shape = JSON.stringify(props);
  useEffect(() => {
    if (!shape) return;
    let chart: uPlot | undefined;
    let gone = false;
    const draw = async () => {
      const [{ default: Plot }] = await Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]);
      if (gone || !frame.current) return;
      chart = new Plot(optionsFor(newest.current, frame.current.clientWidth), dataOf(newest.current), frame.current);
    };
    draw().catch(() => setFailed(true));
    const resized = new ResizeObserver(
      () => chart && frame.current && chart.setSize({ width: frame.current.clientWidth, height: HEIGHT }),
    );
    if (frame.current) resized.observe(frame.current);
    return () => {
      gone = true;
      resized.disconnect();
      chart?.destroy();
    };
  }, [shape]);
  return (
    <figure className={styles.figure}>
      <div ref={frame} className={styles.frame} aria-hidden="true" />
      {props.lines.length > 1 && (
        <figcaption className={styles.legend}>
          {props.lines.map(({ name }, at) => (
            <span key={name}>
              <svg width="18" height="4" aria-hidden="true">
                <line
                  x1="0"
                  x2="18"
                  y1="2"
                  y2="2"
                  strokeWidth="2"
                  stroke={`var(${STROKES[at]?.color})`}
                  strokeDasharray={STROKES[at]?.dash?.join(" ")}
                />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      {/* A table is as wide as its words: only a box around it can be small. */}
      <div className={failed ? undefined : "sr-only"}>
        <table>
          <caption>{props.label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {props.lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.times.map((time, row) => (
              <tr key={time}>
                <th scope="row">{formatExact(time)}</th>
                {props.lines.map(({ name, values }) => (
                  <td key={name}>{values[row] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function dataOf({ times, lines, band, budget }: Props): uPlot.AlignedData {
  const series = lines.map(({ values }) => [...values]);
  if (band) series.push([...band.low], [...band.high]);
  if (budget !== undefined) series.push(times.map(() => budget));
  return [times.map((time) => new Date(time).getTime() / 1_000), ...series] as uPlot.AlignedData;
}

function optionsFor({ lines, band, budget, unit = "", range }: Props, width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color("--text-3"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: `11px ${color("--sans")}`,
  };
  const hidden = { stroke: "transparent", points: { show: false } };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false },
    scales: range ? { y: { range } } : {},
    axes: [
      { ...axis, grid: { show: false } },
      {
        ...axis,
        size: 66,
        values: (_chart, values) => values.map((value) => `${formatNumber(value)}${unit ? ` ${unit}` : ""}`),
      },
    ],
    series: [
      {},
      ...lines.map(({ name }, at) => ({
        label: name,
        stroke: color(STROKES[at]?.color ?? "--accent"),
        width: 1.75,
        spanGaps: true,
        dash: STROKES[at]?.dash,
        points: { size: 5 },
      })),
      ...(band
        ? [
            { label: "low", ...hidden },
            { label: "high", ...hidden },
          ]
        : []),
      ...(budget !== undefined
        ? [{ label: "Budget", stroke: color("--bad"), width: 1, dash: [5, 4], points: { show: false } }]
        : []),
    ],
    bands: band ? [{ series: [lines.length + 2, lines.length + 1], fill: color("--accent-soft") }] : [],
  };
}
