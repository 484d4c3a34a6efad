// The list: one row a problem, the most urgent first.
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { type Member, nameOf, type Problem, placesText } from "../../lib/problems.ts";
import { pillarTitle } from "../../lib/words.ts";
import { initialsOf } from "./model.ts";
import styles from "./Problems.module.css";

type Props = {
  problems: readonly Problem[];
  shown: string;
  members: readonly Member[];
  onShow: (id: string) => void;
};

export function List({ problems, shown, members, onShow }: Props) {
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
            <Row problem={problem} members={members} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Row({ problem, members }: { problem: Problem; members: readonly Member[] }) {
  const { severity, status, title, pillar, firstSeen, assignee } = problem;
  return (
    <>
      <span className={styles.severity}>
        <Status status={severity} />
      </span>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span className={styles.quiet}>
          {pillarTitle(pillar)} · {placesText(problem)}
        </span>
      </span>
      <span className={styles.status}>
        <Status status={status} />
      </span>
      <span className={styles.since}>
        <span className="sr-only">first seen </span>
        <TimeAgo time={firstSeen.at} />
      </span>
      <span className={styles.who}>{assignee && <Initials name={nameOf(assignee, members)} />}</span>
    </>
  );
}

function Initials({ name }: { name: string }) {
  return (
    <span className={styles.initials} title={`Assigned to ${name}`}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="sr-only">assigned to {name}</span>
    </span>
  );
}
