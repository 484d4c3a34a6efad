// The list at the left: groups of equal changes, and the results of the group that one looks at. Only lines in view are drawn.
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useMemo, useRef } from "react";
import { formatCount, plural } from "../../lib/format.ts";
import { type Grouped, isJudged, type Line, linesOf, type Shot, standingOf } from "./model.ts";
import styles from "./Review.module.css";
import { KIND_WORDS, Place, Sign } from "./words.tsx";

const HEIGHTS: Record<Line["kind"], number> = { heading: 32, group: 54, shot: 34 };
const ALONE = 54;

const heightOf = (line: Line): number => (line.kind === "shot" && line.alone ? ALONE : HEIGHTS[line.kind]);

type Props = { grouped: Grouped; current: string | undefined; onChoose: (shotId: string) => void };

export const List = memo(function List({ grouped, current, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  // Only a step into or out of a group of several changes the lines.
  const open = grouped.find(({ shots }) => shots.length > 1 && shots.some(({ shotId }) => shotId === current));
  const opened = open?.shots[0]?.shotId;
  const lines = useMemo(() => linesOf(grouped, opened), [grouped, opened]);
  const at = lines.findIndex((line) => line.kind === "shot" && line.shot.shotId === current);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => heightOf(lines[index]!),
    getItemKey: (index) => lines[index]!.key,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [lines, virtual]);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  return (
    <div ref={frame} className={styles.lines} role="region" aria-label="Results" tabIndex={-1}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            style={{ transform: `translateY(${start}px)`, height: heightOf(lines[index]!) }}
            aria-setsize={lines.length}
            aria-posinset={index + 1}
          >
            <LineView line={lines[index]!} here={index === at} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
});

type LineProps = { line: Line; here: boolean; onChoose: (shotId: string) => void };

const LineView = memo(function LineView({ line, here, onChoose }: LineProps) {
  if (line.kind === "heading")
    return (
      <h2 className={styles.heading}>
        {KIND_WORDS[line.of]} <span>{formatCount(line.count)}</span>
      </h2>
    );
  if (line.kind === "group") {
    const judged = line.shots.filter(isJudged).length;
    return (
      <button
        type="button"
        className={styles.group}
        aria-expanded={line.open}
        onClick={() => onChoose(line.shots[0]!.shotId)}
      >
        <span className={styles.count}>{formatCount(line.shots.length)}</span>
        <span className={styles.words}>
          <span className={styles.title}>{line.group.title}</span>
          <span className={styles.quiet}>
            {namesOf(line.shots)} · {judged} of {line.shots.length} reviewed
          </span>
        </span>
      </button>
    );
  }
  const { shot, alone } = line;
  return (
    <button
      type="button"
      className={alone ? styles.group : styles.shot}
      aria-current={here ? "true" : undefined}
      data-shot={shot.index}
      onClick={() => onChoose(shot.shotId)}
    >
      <Sign standing={standingOf(shot)} />
      <span className={styles.words}>
        <span className={styles.title}>{alone ? shot.title : shot.scenarioLabel}</span>
        {alone && (
          <span className={styles.quiet}>
            {shot.scenarioLabel} · <Place {...shot} />
          </span>
        )}
      </span>
      {!alone && (
        <span className={styles.quiet}>
          <Place {...shot} />
        </span>
      )}
    </button>
  );
});

/** "Cart", "Cart and 3 others". */
function namesOf(shots: readonly Shot[]): string {
  const [first, ...others] = new Set(shots.map(({ scenarioLabel }) => scenarioLabel));
  return others.length === 0 ? (first ?? "") : `${first} and ${plural(others.length, "other")}`;
}
