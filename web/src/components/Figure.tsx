// A figure with context: change since the previous run, spread, sparkline, and a link to its details.
import type { ReactNode } from "react";
import { formatNumber } from "../lib/format.ts";
import styles from "./Figure.module.css";

type Props = {
  label: string;
  value: ReactNode;
  unit?: string;
  /** Change since the previous run. */
  change?: number | null;
  /** Which direction is better. Default: "up". */
  better?: "up" | "down";
  /** Earlier values, oldest first. */
  trend?: readonly (number | null)[];
  note?: ReactNode;
};

export function Figure({ label, value, unit, change, better = "up", trend, note }: Props) {
  return (
    <div className={styles.figure}>
      <p className="note">{label}</p>
      <p className={styles.value}>
        {value}
        {unit && <span className={styles.unit}> {unit}</span>}
        {change !== undefined && change !== null && <Change change={change} better={better} />}
      </p>
      {trend && trend.length > 1 && <Sparkline values={trend} label={`${label} over time`} />}
      {note && <p className="remark">{note}</p>}
    </div>
  );
}

/** "▲ 3" or "▼ 3", colored as better or worse, with the word for screen readers. */
export function Change({ change, better = "up" }: { change: number; better?: "up" | "down" }) {
  if (change === 0) return <span className={styles.same}>no change</span>;
  const good = change > 0 === (better === "up");
  return (
    <span className={good ? styles.good : styles.bad}>
      {change > 0 ? "▲" : "▼"} {formatNumber(Math.abs(change))}
      <span className="sr-only">{good ? " better" : " worse"} than before</span>
    </span>
  );
}

const WIDTH = 120;
const HEIGHT = 28;

/** A small line of values, with gaps for missing ones. */
export function Sparkline({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const spread = Math.max(...known) - low || 1;
  const points = values.map((value, at) =>
    value === null
      ? null
      : ([
          (at / Math.max(1, values.length - 1)) * (WIDTH - 4) + 2,
          HEIGHT - 3 - ((value - low) / spread) * (HEIGHT - 6),
        ] as const),
  );
  const path = points
    .map((point, at) =>
      point ? `${at > 0 && points[at - 1] ? "L" : "M"}${point[0].toFixed(1)} ${point[1].toFixed(1)}` : "",
    )
    .join("");
  const last = points.at(-1);
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${label}: ${known.at(0)} to ${known.at(-1)}`}
    >
      <path d={path} />
      {last && <circle cx={last[0]} cy={last[1]} r={2.2} />}
    </svg>
  );
}
