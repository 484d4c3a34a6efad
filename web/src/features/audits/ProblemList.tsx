// Problems of an audit by rule and page, each with its element, age and assignee.

import { placesText } from "../../../../domain/words/places.ts";
import { TextLink } from "../../components/Links.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatDate, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { nameOf } from "../../lib/people.ts";
import type { Member, Problem } from "../../lib/problems.ts";
import styles from "./Audit.module.css";
import type { RuleGroup } from "./groups.ts";

/** `onChoose` is null for viewers. */
type Choice = {
  chosen: ReadonlySet<string>;
  onChoose: ((ids: readonly string[], on: boolean) => void) | null;
};
type Props = Choice & { groups: readonly RuleGroup[]; project: string; members: readonly Member[]; open: boolean };

export function ProblemList({ groups, open, ...rest }: Props) {
  return (
    <ul aria-label="Problems by rule">
      {groups.map((group) => (
        <Rule key={group.rule} group={group} open={open} {...rest} />
      ))}
    </ul>
  );
}

type RuleProps = Omit<Props, "groups"> & { group: RuleGroup };

function Rule({ group, open, chosen, onChoose, ...rest }: RuleProps) {
  const { rule, title, severity, help, problems, pages } = group;
  const ids = problems.map(({ id }) => id);
  const all = ids.every((id) => chosen.has(id));
  return (
    <li className={styles.rule}>
      <details open={open || undefined}>
        <summary className={styles.summary}>
          <Status status={severity} />
          <span className={styles.name}>
            <strong>{title}</strong>
            <code>{rule}</code>
          </span>
          <span className={styles.total}>{plural(problems.length, "problem")}</span>
        </summary>
        <div className={styles.detail}>
          {help && (
            <p className={styles.help}>
              <strong>How to fix:</strong> {help}
            </p>
          )}
          {onChoose && problems.length > 1 && (
            <label className={styles.pick}>
              <input type="checkbox" checked={all} onChange={() => onChoose(ids, !all)} />
              Select all {problems.length} of this rule
            </label>
          )}
          {pages.map(({ page, problems: own }) => (
            <section key={page} className={styles.page}>
              <h3>
                {page} <span className={styles.total}>{plural(own.length, "problem")}</span>
              </h3>
              <ul>
                {own.map((problem) => (
                  <Row key={problem.id} problem={problem} chosen={chosen} onChoose={onChoose} {...rest} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </li>
  );
}

type RowProps = Choice & { problem: Problem; project: string; members: readonly Member[] };

function Row({ problem, project, members, chosen, onChoose }: RowProps) {
  const { id, title, sentence, status, kind, evidence, picture, firstSeen, lastSeen, assignee, ticket } = problem;
  return (
    <li className={styles.finding}>
      {onChoose && (
        <input
          type="checkbox"
          aria-label={`Select: ${sentence || title}`}
          checked={chosen.has(id)}
          onChange={({ target }) => onChoose([id], target.checked)}
        />
      )}
      <div className={styles.words}>
        <p>
          <TextLink to={paths.problems(project)} search={{ problem: id }}>
            {sentence || title}
          </TextLink>
        </p>
        {evidence.target && (
          <p className={styles.where}>
            <code>{evidence.target}</code>
          </p>
        )}
        {problem.placeCount > 1 && <p className={styles.where}>{placesText(problem)}</p>}
        <p className={styles.since}>
          <Status status={status} />
          {kind === "review" && <Status status="manual" />}
          <span>
            first seen{" "}
            <TextLink to={paths.run(project, firstSeen.runId)}>
              <TimeAgo time={firstSeen.at} />
            </TextLink>
          </span>
          <span>{assignee ? `assigned to ${nameOf(assignee, members)}` : "not assigned"}</span>
          {ticket && <span>{ticket}</span>}
          {status !== "fixed" && (
            <TextLink
              to={paths.audits(project, problem.pillar)}
              search={{ run: lastSeen.runId, finding: evidence.resultId }}
            >
              Evidence
            </TextLink>
          )}
        </p>
        <Aside problem={problem} members={members} />
      </div>
      {picture && <img className={styles.picture} src={serviceUrl(picture)} alt={`Element: ${title}`} loading="lazy" />}
    </li>
  );
}

/** Who set the problem aside, until when and why. */
function Aside({
  problem: { status, accepted, snooze, fixedIn },
  members,
}: {
  problem: Problem;
  members: readonly Member[];
}) {
  if (status === "accepted" && accepted)
    return (
      <p className="quiet">
        Accepted by {nameOf(accepted.by, members)}
        {accepted.until && ` until ${formatDate(accepted.until)}`}
        {accepted.reason && `: ${accepted.reason}`}
      </p>
    );
  if (status === "snoozed" && snooze)
    return (
      <p className="quiet">
        Snoozed by {nameOf(snooze.by, members)}
        {snooze.until && ` until ${formatDate(snooze.until)}`}
        {snooze.note && `: ${snooze.note}`}
      </p>
    );
  if (status === "fixed" && fixedIn)
    return (
      <p className="quiet">
        Fixed <TimeAgo time={fixedIn.at} />
      </p>
    );
  return null;
}
