// Side panel: what changed in words, who decided what, rules, earlier baselines, figures.
import type { ReactNode } from "react";
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import { readablePercent } from "../../../../domain/visual/percent.ts";
import { Button } from "../../components/Button.tsx";
import { CarriedFrom } from "../../components/CarriedFrom.tsx";
import { Facts } from "../../components/Facts.tsx";
import { OutLink, TextLink } from "../../components/Links.tsx";
import { Person } from "../../components/Person.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatCount, formatExact, plural } from "../../lib/format.ts";
import { useMembers } from "../../lib/members.ts";
import { paths } from "../../lib/paths.ts";
import { readable } from "../../lib/people.ts";
import { scopeWords } from "../../lib/scopeWords.ts";
import { Baselines } from "./Baselines.tsx";
import { FlakyFigure } from "./FlakyFigure.tsx";
import type { InboxFacts } from "./lists.ts";
import { type Alternative, hasNothingToDecide, type Shot, standingOf } from "./model.ts";
import { CarriedRejection, OfRun } from "./OfRun.tsx";
import styles from "./Review.module.css";
import type { FirstRule } from "./ruleModes.ts";
import { Suggestions } from "./Suggestions.tsx";
import { Place, Sign, STANDING_WORDS } from "./words.tsx";

type Props = {
  project: string;
  shot: Shot;
  runs: InboxFacts["runs"] | undefined;
  rules: AppReview["rules"];
  region: number | null;
  refused: string | null;
  mayWrite: boolean;
  /** The alternative shown in place of the baseline. */
  other: Alternative["what"] | null;
  onOther: (what: Alternative["what"]) => void;
  onRegion: (index: number) => void;
  onRule: (first?: FirstRule) => void;
  onNote: () => void;
  comments: ReactNode;
};

export function Panel({
  project,
  shot,
  runs,
  rules,
  region,
  refused,
  mayWrite,
  onRegion,
  onRule,
  onNote,
  comments,
  ...view
}: Props) {
  const members = useMembers();
  const own = rules.filter(({ scenarioLabel }) => scenarioLabel === shot.scenarioLabel);
  return (
    <>
      <header className={styles.panelHead}>
        <h2>
          <TextLink to={paths.scenario(project, shot.scenarioLabel)}>{shot.scenarioLabel}</TextLink>
        </h2>
        <p className={styles.quiet}>
          <Place {...shot} />
        </p>
        <p className={styles.address}>
          <OutLink href={shot.url}>{shot.url}</OutLink>
        </p>
        <OfRun project={project} runId={shot.runId} runs={runs} className={styles.quiet} />
        {shot.carriedFrom && <CarriedFrom project={project} runId={shot.carriedFrom} className={styles.quiet} />}
        <Verdict project={project} shot={shot} mayWrite={mayWrite} onNote={onNote} />
        {refused && (
          <p className={styles.refused} role="alert">
            {refused}
          </p>
        )}
        {shot.baselineMoved && <p className={styles.refused}>The baseline has changed since this comparison.</p>}
      </header>
      <section className={styles.part}>
        <h3>{shot.changes.length > 0 ? `What changed (${formatCount(shot.changeCount)})` : "Reason"}</h3>
        {shot.changes.length > 0 && (
          <ol className={styles.regions}>
            {shot.changes.map(({ sentence, lines, selector, regions }, index) => (
              <li key={index}>
                <button
                  type="button"
                  aria-current={region !== null && regions.includes(region) ? "true" : undefined}
                  onClick={() => regions[0] !== undefined && onRegion(regions[0])}
                >
                  <span className={styles.number}>{index + 1}</span>
                  <span>
                    {sentence}
                    {[...lines, selector].filter(Boolean).map((line) => (
                      <span key={line} className={styles.quiet}>
                        {line}
                      </span>
                    ))}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        )}
        {shot.changeCount > shot.changes.length && (
          <p className={styles.quiet}>and {plural(shot.changeCount - shot.changes.length, "more change")}.</p>
        )}
        <ul className={styles.reasons}>
          {shot.reasons.map(({ code, message }) => (
            <li key={code + message}>{readable(message, members)}</li>
          ))}
        </ul>
        {shot.pictures.firstTest && shot.flaky && (
          <p className={styles.quiet}>
            Screenshots differ between attempts:{" "}
            <OutLink href={serviceUrl(shot.pictures.firstTest)}>the first attempt</OutLink>.
          </p>
        )}
        {shot.traceViewer && (
          <p className={styles.quiet}>
            <OutLink href={serviceUrl(shot.traceViewer)}>Trace of the Playwright test</OutLink>
          </p>
        )}
      </section>
      {comments}
      <Suggestions shot={shot} mayWrite={mayWrite} onRule={onRule} />
      <FlakyFigure project={project} shot={shot} />
      {shot.comparedWith && <ComparedWith {...shot.comparedWith} {...view} />}
      <section className={styles.part}>
        <h3>Rules</h3>
        {own.length === 0 && <p className={styles.quiet}>None on this scenario.</p>}
        <ul className={styles.rules}>
          {own.map(({ id, selector, value, scope }) => (
            <li key={id}>
              <code>{selector || "Whole screenshot"}</code>{" "}
              <span className={styles.quiet}>
                {value.replace("_", " ")}
                {scope && `, ${scopeWords(scope)}`}
              </span>
            </li>
          ))}
        </ul>
        {mayWrite && (
          <Button size="small" onClick={() => onRule()} aria-keyshortcuts="r">
            New rule
          </Button>
        )}
      </section>
      <Baselines project={project} shot={shot} />
      <section className={styles.part}>
        <h3>Figures</h3>
        <Facts of={figuresOf(shot)} />
      </section>
    </>
  );
}

type Compared = NonNullable<Shot["comparedWith"]> & Pick<Props, "other" | "onOther">;

function ComparedWith({ sentence, alternatives, other, onOther }: Compared) {
  const members = useMembers();
  return (
    <section className={styles.part}>
      <h3>Compared with</h3>
      <p>{readable(sentence, members).replace(/^Compared with (.)/, (_, first: string) => first.toUpperCase())}</p>
      {alternatives.length > 0 && (
        <details>
          <summary>{plural(alternatives.length, "alternative")}</summary>
          <ul className={styles.reasons}>
            {alternatives.map((one) => (
              <li key={one.what}>
                {readable(one.sentence, members)}{" "}
                {one.picture && (
                  <Button size="small" aria-pressed={other === one.what} onClick={() => onOther(one.what)}>
                    Show in place of the baseline
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Verdict({ project, shot, mayWrite, onNote }: Pick<Props, "project" | "shot" | "mayWrite" | "onNote">) {
  const standing = standingOf(shot);
  const { review } = shot;
  return (
    <div className={styles.verdict}>
      <p>
        <Sign standing={standing} /> <span aria-hidden="true">{STANDING_WORDS[standing]}</span>
        {review && !hasNothingToDecide(shot) && (
          <span className={styles.quiet}>
            {" "}
            by <Person who={review.by} plain />, <TimeAgo time={review.at} />
            {review.fromRunId && <CarriedRejection project={project} runId={review.fromRunId} />}
          </span>
        )}
      </p>
      {review?.note && !hasNothingToDecide(shot) && <blockquote>{review.note}</blockquote>}
      {mayWrite && standing === "rejected" && (
        <Button size="small" kind="ghost" onClick={onNote}>
          {review?.note ? "Change the note" : "Add a note"}
        </Button>
      )}
    </div>
  );
}

const sizeText = (size: { width: number; height: number } | null): string =>
  size ? `${size.width}×${size.height} px` : "none";

const figuresOf = (shot: Shot) => ({
  Differs: shot.mismatchPercent === null ? "not compared" : readablePercent(shot.mismatchPercent),
  Pixels: shot.changedPixels === null ? "not counted" : formatCount(shot.changedPixels),
  Allowed: readablePercent(shot.threshold),
  Baseline: sizeText(shot.sizes.baseline),
  New: sizeText(shot.sizes.test),
  Attempts: formatCount(shot.attempts),
  Taken: shot.decidedAt ? formatExact(shot.decidedAt) : "not yet",
});
