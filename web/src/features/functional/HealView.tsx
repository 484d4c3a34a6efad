// One proposal to heal a step: the change, the screenshots, the replay, and what it affects.
import type { AppHeal } from "../../../../api/endpoints/answers/app/functional.ts";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatDuration, formatPercent, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import styles from "./Heals.module.css";
import { HEAL_LOOKS } from "./heals.ts";

export function HealView({ heal, project }: { heal: AppHeal; project: string }) {
  const { step, featureId, featureName, scenario, runId, decidedAt, decidedBy, reason } = heal;
  return (
    <>
      <header className={styles.head}>
        <h2>{step?.text || scenario || featureName}</h2>
        <p className="quiet">
          {featureId ? <TextLink to={paths.feature(project, featureId)}>{featureName}</TextLink> : featureName}
          {scenario && <> · {scenario}</>}
          {step && <> · line {step.line}</>} · {heal.browser}, {heal.viewport}
          {heal.environmentName && <>, {heal.environmentName}</>} ·{" "}
          <TextLink to={paths.featureRun(project, runId)} search={featureId ? { feature: featureId } : undefined}>
            its run
          </TextLink>{" "}
          · proposed <TimeAgo time={heal.createdAt} />
        </p>
        {decidedAt && (
          <p className={styles.decided}>
            <Status {...(HEAL_LOOKS[heal.status] ?? { status: heal.status })} /> by{" "}
            {decidedBy ? <Person who={decidedBy} plain /> : "the service"},
            <TimeAgo time={decidedAt} />
            {reason && <span>: {reason}</span>}
          </p>
        )}
      </header>
      <Pictures heal={heal} />
      <Patch heal={heal} />
      <Evidence heal={heal} project={project} />
    </>
  );
}

const CAPTIONS = [
  ["before", "The step when it failed"],
  ["found", "Proposed element"],
  ["after", "The step with the fix"],
] as const;

function Pictures({ heal: { pictures } }: { heal: AppHeal }) {
  const shown = CAPTIONS.flatMap(([name, caption]) => {
    const path = pictures[name];
    return path ? [{ name, caption, url: serviceUrl(path) }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className={styles.pictures}>
      {shown.map(({ name, caption, url }) => (
        <figure key={name}>
          <figcaption>{caption}</figcaption>
          <a href={url} target="_blank" rel="noreferrer" title="Open screenshot">
            <img src={url} alt={caption} loading="lazy" />
          </a>
        </figure>
      ))}
    </div>
  );
}

function Patch({ heal: { message, patch, also } }: { heal: AppHeal }) {
  return (
    <Card title="What changes">
      <div className={styles.facts}>
        <p>{message}</p>
        {patch && <Change patch={patch} />}
        {also.map(({ step, ...too }) => (
          <section key={step.index}>
            <h3>
              Line {step.line}: {step.text}
            </h3>
            <Change patch={too.patch} />
            {too.picture && (
              <a href={serviceUrl(too.picture)} target="_blank" rel="noreferrer" title="Open screenshot">
                Proposed element
              </a>
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}

function Change({ patch: { finds, before, after } }: { patch: NonNullable<AppHeal["patch"]> }) {
  return (
    <>
      {finds && <p>The step will find {finds}.</p>}
      <div className={styles.change}>
        <Lines title="Before" sign="−" lines={before} tone={styles.gone} />
        <Lines title="After" sign="+" lines={after} tone={styles.come} />
      </div>
    </>
  );
}

type LinesProps = { title: string; sign: string; lines: readonly string[]; tone: string | undefined };

function Lines({ title, sign, lines, tone }: LinesProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className={[styles.lines, tone].join(" ")}>
        {lines.map((line, at) => (
          <li key={`${at} ${line}`}>
            <span aria-hidden="true">{sign}</span> <code>{line}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Evidence({ heal: { replay, score, lead, candidates, users }, project }: { heal: AppHeal; project: string }) {
  return (
    <Card title="Evidence">
      <div className={styles.facts}>
        {replay && (
          <p className={styles.replay}>
            <Status status={replay.status} /> Rerun of the scenario with the fix: {replay.passed} of{" "}
            {plural(replay.steps, "step")} passed in {formatDuration(replay.duration)}.
            {replay.message && <> {replay.message}</>}
          </p>
        )}
        {score !== null && (
          <p>
            The element is {formatPercent(score)} like the one that the step used
            {lead !== null && candidates.length > 1 && <>; the next best element scores {formatPercent(lead)} behind</>}
            .
          </p>
        )}
        {candidates.length > 0 && (
          <ul className={styles.candidates}>
            {candidates.map(({ role, name, score: likeness, agreed }, at) => (
              <li key={`${at} ${name}`}>
                <span>
                  {role} <q>{name}</q>
                </span>
                <span className="quiet">{formatPercent(likeness)}</span>
                {agreed.length > 0 && <span className="quiet">same {agreed.join(", ")}</span>}
              </li>
            ))}
          </ul>
        )}
        {users.length > 0 && (
          <p>
            Affects{" "}
            {users.map(({ featureId, name }, at) => (
              <span key={featureId}>
                {at > 0 && ", "}
                <TextLink to={paths.feature(project, featureId)}>{name}</TextLink>
              </span>
            ))}
            .
          </p>
        )}
      </div>
    </Card>
  );
}
