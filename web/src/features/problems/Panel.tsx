// The selected problem: what is wrong, how to fix it, where and since when, and what people did about it.

import { X } from "lucide-react";
import { readablePercent } from "../../../../domain/visual/percent.ts";
import { nameOfPlace } from "../../../../domain/words/places.ts";
import { CommitFacts } from "../../components/CommitFacts.tsx";
import { Facts } from "../../components/Facts.tsx";
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
        <span className="remark">{pillarTitle(pillar)}</span>
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
  const snoozed = status === "snoozed" ? snooze : null;
  const acceptance = status === "accepted" ? accepted : null;
  return (
    <Facts
      of={{
        // A missing assignee is shown by the control that assigns one.
        Assignee: assignee && <Person who={assignee} />,
        Ticket: ticket && <OutLink href={ticket}>{ticket}</OutLink>,
        Snoozed: snoozed && `By ${nameOf(snoozed.by, members)} ${snoozeText(snoozed)}.`,
        Note: snoozed?.note,
        Accepted:
          acceptance &&
          `By ${nameOf(acceptance.by, members)}${acceptance.until ? ` until ${formatDate(acceptance.until)}` : ""}.`,
        Reason: acceptance?.reason,
      }}
    />
  );
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
              {seenBy && <span className="remark"> · {seenBy}</span>}
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="remark">and {formatCount(more)} more.</p>}
    </section>
  );
}

function History({ problem, project }: { problem: Problem; project: string }) {
  const { firstSeen, lastSeen, fixedIn, seenIn, lookedIn, evidence, commits } = problem;
  const seen = (one: Problem["firstSeen"]) => <Seen seen={one} commits={commits} project={project} />;
  return (
    <section className={styles.part}>
      <h3>History</h3>
      <Facts
        of={{
          "First seen": seen(firstSeen),
          "Last seen": seen(lastSeen),
          Fixed: fixedIn && seen(fixedIn),
          "Seen in": `${formatCount(seenIn)} of ${plural(lookedIn, "run")}`,
          "Largest difference":
            evidence.mismatchPercent !== undefined && `${readablePercent(evidence.mismatchPercent)} of the pixels`,
          "Element or page": evidence.target && <code>{evidence.target}</code>,
        }}
      />
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
