// Health score and its parts: the contribution of each pillar and the direction of its last change.
import type { AppOverview } from "../../../../api/endpoints/answers/app/projects.ts";
import { Change } from "../../components/Figure.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { formatNumber } from "../../lib/format.ts";
import { pillarPath } from "../../lib/words.ts";
import styles from "./Health.module.css";

type Row = AppOverview["health"]["pillars"][number];

export function Health({ overview: { health }, project }: { overview: AppOverview; project: string }) {
  // The weighted mean needs no explanation if every pillar counts; the omitted pillars do.
  const reasons = health.reasons.filter(({ code }) => code !== "weighted_mean");
  return (
    <Card>
      <div className={styles.health}>
        <div className={styles.whole}>
          <p className={styles.label}>Health</p>
          <p className={styles.score}>
            {health.score === null ? "–" : formatNumber(health.score)}
            <span className={styles.of}> of 100</span>
          </p>
          {health.change !== null && <Change change={health.change} />}
        </div>
        <ul className={styles.parts}>
          {health.pillars
            .filter(({ locked }) => !locked)
            .map((row) => (
              <Part key={row.pillar} row={row} project={project} />
            ))}
        </ul>
      </div>
      {health.movedBy.length > 0 && (
        <ul className={styles.reasons} aria-label="What moved the score">
          {health.movedBy.map((mover) => (
            <li key={mover.pillar}>{mover.sentence}</li>
          ))}
        </ul>
      )}
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(({ code, message }) => (
            <li key={code + message}>{message}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** `lastRunAt` and the score cover the last 30 days. */
const NO_SCORE = "no score in 30 days";

function Part({ row, project }: { row: Row; project: string }) {
  const score = row.score;
  return (
    <li className={styles.part}>
      <TextLink to={pillarPath(project, row.pillar)} className={styles.name} title={row.trend}>
        {row.name}
      </TextLink>
      <p className={styles.value}>
        {score === null ? <span className={styles.none}>no data</span> : formatNumber(score)}
        {row.moved ? <Change change={row.moved} /> : null}
      </p>
      <meter
        className={styles.meter}
        min={0}
        max={100}
        low={60}
        high={89}
        optimum={100}
        value={score ?? 0}
        aria-label={`${row.name}: ${score ?? "no data"}`}
      />
      <p className="note">{row.lastRunAt ? <TimeAgo time={row.lastRunAt} /> : NO_SCORE}</p>
    </li>
  );
}
