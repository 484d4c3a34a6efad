// The problem list: one row per problem, most urgent first.

import { placesText } from "../../../../domain/words/places.ts";
import { Initials } from "../../components/Person.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { serviceUrl } from "../../lib/base.ts";
import type { Problem } from "../../lib/problems.ts";
import { pillarTitle } from "../../lib/words.ts";
import styles from "./Problems.module.css";

type Props = {
  problems: readonly Problem[];
  shown: string;
  onShow: (id: string) => void;
};

export function List({ problems, shown, onShow }: Props) {
  return (
    <ul className={styles.rows} aria-label="Problems">
      {problems.map((problem) => (
        <li key={problem.id}>
          <button
            type="button"
            className={styles.row}
            data-problem={problem.id}
            aria-current={problem.id === shown || undefined}
            onClick={() => onShow(problem.id)}
          >
            <Row problem={problem} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Row({ problem }: { problem: Problem }) {
  const { severity, status, title, pillar, picture, firstSeen, assignee } = problem;
  return (
    <>
      <span className={styles.severity}>
        <Status status={severity} />
      </span>
      <span className={styles.found}>
        {picture && <img className={styles.thumbnail} src={serviceUrl(picture)} alt="" loading="lazy" />}
        <span className={styles.words}>
          <strong>{title}</strong>
          <span className="remark">
            {pillarTitle(pillar)} · {placesText(problem)}
          </span>
        </span>
      </span>
      <span className={styles.status}>
        <Status status={status} />
      </span>
      <span className={styles.since}>
        <span className={styles.label}>first seen </span>
        <TimeAgo time={firstSeen.at} />
      </span>
      <span className={styles.who}>
        {assignee && <Initials who={assignee} label={(name) => `Assigned to ${name}`} />}
      </span>
    </>
  );
}
