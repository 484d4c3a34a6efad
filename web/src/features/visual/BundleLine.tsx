// A line of the list for one decision: its scenario, a thumbnail, and the viewports it covers.
import { ChevronDown, ChevronRight } from "lucide-react";
import { serviceUrl } from "../../lib/base.ts";
import type { Bundle } from "./bundles.ts";
import styles from "./List.module.css";
import { type Group, type Row, type Standing, standingOf } from "./model.ts";
import { Place, placeWords, Sign, STANDING_WORDS } from "./words.tsx";

type Props = {
  group: Group;
  bundle: Bundle;
  /** Whether it is the only decision of its group and takes the group's title. */
  alone: boolean;
  open: boolean;
  current: string | undefined;
  onChoose: (shotId: string) => void;
  onOpen: (key: string) => void;
};

export function BundleLine({ group, bundle, alone, open, current, onChoose, onOpen }: Props) {
  const { key, shots } = bundle;
  const shot = shots.find(({ shotId }) => shotId === current) ?? shots[0]!;
  const several = shots.length > 1;
  return (
    <div className={styles.bundle} data-inner={!alone || undefined} data-here={current ? true : undefined}>
      <button
        type="button"
        className={styles.bundleMain}
        aria-current={current && !open ? "true" : undefined}
        data-shot={shot.index}
        onClick={() => onChoose(shot.shotId)}
      >
        <span className={styles.thumb}>
          {shot.thumbnail && (
            <img src={serviceUrl(shot.thumbnail)} alt="" width={56} height={42} loading="lazy" fetchPriority="low" />
          )}
          <Sign standing={standingTogether(shots)} />
        </span>
        <span className={styles.words}>
          {alone ? (
            <span className={styles.change} title={titleOf(group, shot)}>
              {titleOf(group, shot)}
            </span>
          ) : (
            <span className={styles.title}>{shot.scenarioLabel}</span>
          )}
          <span className={styles.quiet}>
            {alone && `${shot.scenarioLabel}${several ? "" : " · "}`}
            {!several && <Place {...shot} />}
            {several && !alone && `${shots.length} screenshots`}
          </span>
        </span>
      </button>
      {several && (
        <div className={styles.chips}>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={open}
            aria-label={`Decide the ${shots.length} screenshots of ${shot.scenarioLabel} ${open ? "together" : "one by one"}`}
            title={open ? "Decide together (e)" : "Decide one by one (e)"}
            onClick={() => onOpen(key)}
          >
            {open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
          </button>
          {shots.map((one) => (
            <button
              key={one.shotId}
              type="button"
              className={styles.chip}
              data-standing={standingOf(one)}
              aria-pressed={one.shotId === current}
              title={`${placeWords(one)}: ${STANDING_WORDS[standingOf(one)]}`}
              onClick={() => onChoose(one.shotId)}
            >
              {chipWords(one, shots)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** A single result uses its own title, which is more specific than the group's. */
const titleOf = (group: Group, shot: Row): string => (group.count === 1 ? shot.title : group.title);

/** Returns what distinguishes a result from the others: the viewport, plus browser and mode if they differ. */
function chipWords(shot: Row, shots: readonly Row[]): string {
  const differs = (name: "browser" | "mode") => shots.some((other) => other[name] !== shot[name]);
  const words = [
    shot.viewport,
    differs("mode") ? (shot.mode ?? "default") : "",
    differs("browser") ? shot.browser : "",
  ];
  return words.filter(Boolean).join(" ");
}

/** Returns the common standing of all results; "open" if they differ. */
function standingTogether(shots: readonly Row[]): Standing {
  const [first, ...others] = new Set(shots.map(standingOf));
  return first !== undefined && others.length === 0 ? first : "open";
}
