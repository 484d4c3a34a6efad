// List of groups of equal changes, and the decisions of the current group. Only visible lines are rendered.
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useMemo, useRef } from "react";
import { formatCount, plural } from "../../lib/format.ts";
import { BundleLine } from "./BundleLine.tsx";
import { bundleOf, type Line, linesOf } from "./bundles.ts";
import styles from "./List.module.css";
import { type Grouped, isJudged, type Row, standingOf } from "./model.ts";
import { KIND_WORDS, Place, Sign } from "./words.tsx";

const HEIGHTS: Record<Line["kind"], number> = { heading: 32, group: 66, bundle: 58, shot: 34 };
/** Extra height of a line that also describes the change (`alone`) and of one with a row of viewports (`chips`). */
const MORE = { alone: 10, chips: 28 };

function heightOf(line: Line): number {
  if (line.kind !== "bundle") return HEIGHTS[line.kind];
  return HEIGHTS.bundle + (line.alone ? MORE.alone : 0) + (line.bundle.shots.length > 1 ? MORE.chips : 0);
}

type Props = {
  grouped: Grouped;
  current: string | undefined;
  /** Keys of the bundles that are decided result by result. */
  opened: ReadonlySet<string>;
  onChoose: (shotId: string) => void;
  onOpen: (key: string) => void;
};

export const List = memo(function List({ grouped, current, opened, onChoose, onOpen }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  // The lines change only when the selection enters or leaves a group with several results.
  const open = grouped.find(({ shots }) => shots.length > 1 && shots.some(({ shotId }) => shotId === current));
  const inside = open?.shots[0]?.shotId;
  const lines = useMemo(() => linesOf(grouped, inside, opened), [grouped, inside, opened]);
  const key = useMemo(() => bundleOf(grouped, current)?.key, [grouped, current]);
  const own = lines.findIndex((line) => line.kind === "shot" && line.shot.shotId === current);
  const at = own >= 0 ? own : lines.findIndex((line) => line.kind === "bundle" && line.key === key);
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
            <LineView
              line={lines[index]!}
              current={index === at ? current : undefined}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </div>
  );
});

/** `current`: the selected result, if this line contains it. */
type LineProps = Pick<Props, "current" | "onChoose" | "onOpen"> & { line: Line };

const LineView = memo(function LineView({ line, current, onChoose, onOpen }: LineProps) {
  if (line.kind === "heading")
    return (
      <h2 className={styles.heading}>
        {KIND_WORDS[line.of]}{" "}
        <span>{line.of === "no_baseline" ? formatCount(line.count) : plural(line.count, "screenshot")}</span>
      </h2>
    );
  if (line.kind === "bundle") return <BundleLine {...line} current={current} onChoose={onChoose} onOpen={onOpen} />;
  if (line.kind === "group") {
    const { shots, group } = line;
    const judged = shots.filter(isJudged).length;
    return (
      <button
        type="button"
        className={styles.group}
        aria-expanded={line.open}
        onClick={() => onChoose(shots[0]!.shotId)}
      >
        <span className={styles.count}>{formatCount(group.count)}</span>
        <span className={styles.words}>
          <span className={styles.change} title={group.title}>
            {group.title}
          </span>
          <span className={styles.quiet}>
            {namesOf(shots)} · {judged} of {shots.length} reviewed
          </span>
        </span>
      </button>
    );
  }
  const { shot } = line;
  return (
    <button
      type="button"
      className={styles.shot}
      aria-current={current ? "true" : undefined}
      data-shot={shot.index}
      onClick={() => onChoose(shot.shotId)}
    >
      <Sign standing={standingOf(shot)} />
      <span className={styles.quiet}>
        <Place {...shot} />
      </span>
    </button>
  );
});

/** "Cart", "Cart and 3 others". */
function namesOf(shots: readonly Row[]): string {
  const [first, ...others] = new Set(shots.map(({ scenarioLabel }) => scenarioLabel));
  return others.length === 0 ? (first ?? "") : `${first} and ${plural(others.length, "other")}`;
}
