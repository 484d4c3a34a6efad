// The selected problem: what is wrong, how to fix it, where and since when, and what people did about it.

import { X } from "lucide-react";
import { readablePercent } from "../../../../domain/visual/percent.ts";
import { nameOfPlace } from "../../../../domain/words/places.ts";
import { CommitFacts } from "../../components/CommitFacts.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { ButtonLink, OutLink, TextLink } from "../../components/Links.tsx";
import { Person } from "../../components/Person.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatCount, formatDate, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { nameOf } from "../../lib/people.ts";
import type { Member, Problem } from "../../lib/problems.ts";
import { useMay } from "../../lib/session.ts";
import { pillarNamed, pillarTitle } from "../../lib/words.ts";
import { Actions } from "./Actions.tsx";
import { Comments } from "./Comments.tsx";
import { evidenceOf, snoozeText } from "./model.ts";
import styles from "./Problems.module.css";
import { useProblemChanges } from "./useProblemChange.ts";
import { useProblem } from "./useProblems.ts";

type Props = {
  id: string;
  project: string;
  known: Problem | undefined;
  members: readonly Member[];
  onClose: () => void;
};

export function Panel({ id, project, known, members, onClose }: Props) {
  const { write } = useMay();
  const problem = useProblem(project, id, known);
  const changes = useProblemChanges(members);
  return (
    <aside className={styles.panel} aria-label="Problem" tabIndex={-1}>
      <span className={styles.closer}>
        <IconButton label="Close the problem" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </span>
      <Loaded query={problem}>
        {(one) => (
          <>
            <Head problem={one} project={project} />
            {write && <Actions problem={one} members={members} changes={changes} />}
            <People problem={one} members={members} />
            <Fix problem={one} />
            <Places problem={one} />
            <History problem={one} project={project} />
            <Comments problem={one} changes={write ? changes : null} />
          </>
        )}
      </Loaded>
    </aside>
  );
}

function Head({ problem, project }: { problem: Problem; project: string }) {
  const { label, to, search } = evidenceOf(project, problem);
  const { title, sentence, status, severity, kind, pillar, picture } = problem;
  return (
    <header className={styles.head}>
      <p className={styles.chips}>
        <Status status={status} />
        <Status status={severity} />
        {kind === "review" && <Status status={pillarNamed(pillar)?.parts === "pages" ? "manual" : "review"} />}
        <span className={styles.quiet}>{pillarTitle(pillar)}</span>
      </p>
      <h2>{title}</h2>
      {sentence !== title && <p>{sentence}</p>}
      {picture && <img className={styles.picture} src={serviceUrl(picture)} alt={`Where: ${title}`} loading="lazy" />}
      <div>
        <ButtonLink to={to} search={search}>
          {label}
        </ButtonLink>
      </div>
    </header>
  );
}

/** Decisions about the problem, and where it is worked on. */
function People({ problem, members }: { problem: Problem; members: readonly Member[] }) {
  const { assignee, ticket, snooze, accepted, status } = problem;
  const rows: [string, React.ReactNode][] = [];
  // A missing assignee is shown by the control that assigns one.
  if (assignee) rows.push(["Assignee", <Person key="assignee" who={assignee} />]);
  if (ticket)
    rows.push([
      "Ticket",
      <OutLink key="ticket" href={ticket}>
        {ticket}
      </OutLink>,
    ]);
  if (snooze && status === "snoozed")
    rows.push(["Snoozed", `By ${nameOf(snooze.by, members)} ${snoozeText(snooze)}.`], ["Note", snooze.note]);
  if (accepted && status === "accepted")
    rows.push(
      [
        "Accepted",
        `By ${nameOf(accepted.by, members)}${accepted.until ? ` until ${formatDate(accepted.until)}` : ""}.`,
      ],
      ["Reason", accepted.reason],
    );
  return <Facts rows={rows} />;
}

function Fix({ problem: { help } }: { problem: Problem }) {
  if (!help) return null;
  return (
    <section className={styles.part}>
      <h3>How to fix</h3>
      <p>{help}</p>
    </section>
  );
}

function Places({ problem: { places, placeCount } }: { problem: Problem }) {
  const more = placeCount - places.length;
  return (
    <section className={styles.part}>
      <h3>Places ({formatCount(placeCount)})</h3>
      <ul className={styles.places}>
        {places.map((place) => {
          const seenBy = [place.viewport, place.mode, place.browser].filter(Boolean).join(", ");
          return (
            <li key={[place.page, place.label, seenBy].join("\n")}>
              {nameOfPlace(place)}
              {seenBy && <span className={styles.quiet}> · {seenBy}</span>}
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className={styles.quiet}>and {formatCount(more)} more.</p>}
    </section>
  );
}

function History({ problem, project }: { problem: Problem; project: string }) {
  const { firstSeen, lastSeen, fixedIn, seenIn, lookedIn, evidence, commits } = problem;
  const rows: [string, React.ReactNode][] = [
    ["First seen", <Seen key="first" seen={firstSeen} commits={commits} project={project} />],
    ["Last seen", <Seen key="last" seen={lastSeen} commits={commits} project={project} />],
  ];
  if (fixedIn) rows.push(["Fixed", <Seen key="fixed" seen={fixedIn} commits={commits} project={project} />]);
  rows.push(["Seen in", `${formatCount(seenIn)} of ${plural(lookedIn, "run")}`]);
  if (evidence.mismatchPercent !== undefined)
    rows.push(["Largest difference", `${readablePercent(evidence.mismatchPercent)} of the pixels`]);
  if (evidence.target) rows.push(["Element or page", <code key="target">{evidence.target}</code>]);
  return (
    <section className={styles.part}>
      <h3>History</h3>
      <Facts rows={rows} />
    </section>
  );
}

type SeenProps = { seen: Problem["firstSeen"]; commits: Problem["commits"]; project: string };

/** A problem from the list has only branch and commit until its details have loaded. */
function Seen({ seen, commits, project }: SeenProps) {
  return (
    <>
      <TextLink to={paths.run(project, seen.runId)}>
        <TimeAgo time={seen.at} />
      </TextLink>{" "}
      <CommitFacts run={commits?.find(({ runId }) => runId === seen.runId) ?? seen} />
    </>
  );
}

function Facts({ rows }: { rows: readonly [string, React.ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
