// Line chart with spread, budget, zones and marks. The chart library is loaded with the first chart.
import { useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { formatExact } from "../lib/format.ts";
import { type Chart, dataOf, HEIGHT, optionsFor, STROKES } from "./chartOptions.ts";
import styles from "./LineChart.module.css";

type Props = Chart & { label: string };

export function LineChart(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const newest = useRef(props);
  newest.current = props;
  const theme = useTheme();
  const shape = JSON.stringify([props, theme]);
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
  const { label, times, lines, marks = [] } = props;
  return (
    <figure className={styles.figure}>
      <div ref={frame} className={styles.frame} aria-hidden="true" />
      {lines.length > 1 && <Legend lines={lines} />}
      {/* A table cannot be narrower than its content, so only a box around it can be visually hidden. */}
      <div className={failed ? undefined : "sr-only"}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {marks.length > 0 && <th scope="col">New commit</th>}
            </tr>
          </thead>
          <tbody>
            {times.map((time, row) => (
              <tr key={time}>
                <th scope="row">{formatExact(time)}</th>
                {lines.map(({ name, values }) => (
                  <td key={name}>{values[row] ?? ""}</td>
                ))}
                {marks.length > 0 && <td>{marks.find((mark) => mark.time === time)?.label ?? ""}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const readTheme = (): string => document.documentElement.dataset.theme ?? "";

/** Returns the theme of the page, because a chart is drawn in its colors and redrawn when it changes. */
function useTheme(): string {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const changed = new MutationObserver(() => setTheme(readTheme()));
    changed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => changed.disconnect();
  }, []);
  return theme;
}

const Legend = ({ lines }: Pick<Chart, "lines">) => (
  <figcaption className={styles.legend}>
    {lines.map(({ name }, at) => (
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
);
