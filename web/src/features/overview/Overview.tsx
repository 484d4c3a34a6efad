// Project overview: health and its changes, what needs attention, the last runs, and the release gate.
import { useQuery } from "@tanstack/react-query";
import type { AppOverview } from "../../../../api/endpoints/answers/app/projects.ts";
import { STATUS_OF_GATE } from "../../../../domain/words/statuses.ts";
import { ButtonLink, OutLink, TextLink } from "../../components/Links.tsx";
import { Card, Columns, Page } from "../../components/Page.tsx";
import { RunTable } from "../../components/RunTable.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { WaitingCard } from "../../components/WaitingCard.tsx";
import { cliCommand } from "../../lib/cli.ts";
import { paths } from "../../lib/paths.ts";
import { useProjectSlug, useScope } from "../../lib/urlState.ts";
import { overviewQuery } from "./first.ts";
import { Health } from "./Health.tsx";
import { NeedsYou } from "./NeedsYou.tsx";
import styles from "./Overview.module.css";
import { Trends } from "./Trends.tsx";

export function Screen() {
  const project = useProjectSlug();
  const scope = useScope();
  const overview = useQuery(overviewQuery(project, scope));
  return (
    <Loaded query={overview}>
      {(data) => (
        <Page
          title={data.project.name}
          text={<OutLink href={data.project.baseUrl}>{data.project.baseUrl}</OutLink>}
          actions={
            data.mayChange && (
              <ButtonLink kind="primary" to={paths.runs(project)} search={{ start: "test" }}>
                Start a run
              </ButtonLink>
            )
          }
        >
          {data.lastRuns.length === 0 ? <NothingYet project={project} /> : <Health overview={data} project={project} />}
          <WaitingCard project={project} />
          <Columns min={420}>
            <NeedsYou overview={data} project={project} />
            <div className={styles.stack}>
              <Release overview={data} />
              <Trends overview={data} project={project} />
            </div>
          </Columns>
          {data.lastRuns.length > 0 && (
            <Card title="Last runs" actions={<TextLink to={paths.runs(project)}>All runs</TextLink>} flush>
              <RunTable label="Last runs" project={project} runs={data.lastRuns} brief />
            </Card>
          )}
        </Page>
      )}
    </Loaded>
  );
}

function NothingYet({ project }: { project: string }) {
  return (
    <EmptyState
      title="Nothing has run yet"
      text="Health, trends and findings come from runs. Set up the project to get the first result."
      command={cliCommand(`run all --project ${project} --wait`)}
    >
      <ButtonLink kind="primary" to={paths.setup(project)}>
        Set up
      </ButtonLink>
    </EmptyState>
  );
}

const RELEASE_WORDS = {
  ready: ["passed", "Ready"],
  blocked: ["blocks", "Blocked"],
  undecided: ["inconclusive", "Inconclusive"],
} as const;

const LEVELS = {
  blocks: { status: "blocks", word: "Blocks" },
  undecided: { status: "inconclusive", word: "Inconclusive" },
  warns: { status: "warn", word: "Note" },
  clear: { status: "ok", word: "OK" },
} as const;

/** What blocks a release of the main branch, or merging the branch selected in the top bar. */
function Release({ overview: { release, gate, project } }: { overview: AppOverview }) {
  const [status, word] = RELEASE_WORDS[release.verdict];
  return (
    <Card title={`Release gate of ${project.mainBranch}`} actions={<Status status={status} word={word} />}>
      {release.items.length === 0 && <p className="quiet">Nothing blocks a release.</p>}
      <ul className={styles.items}>
        {release.items.map(({ code, pillar, level, message }) => (
          <li key={`${code} ${pillar}`}>
            <Status {...LEVELS[level]} />
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {gate && (
        <div className={styles.gate}>
          <h3>This branch</h3>
          <Status status={STATUS_OF_GATE[gate.verdict]} />
          <ul>
            {gate.reasons.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
