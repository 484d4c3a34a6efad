// All projects of the organisation: health, last verdict of each pillar, running work.
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AppProjects } from "../../../../api/endpoints/answers/app/projects.ts";
import { STATUS_WORDS } from "../../../../domain/words/statuses.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink, TextLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { cliCommand } from "../../lib/cli.ts";
import { formatNumber, plural } from "../../lib/format.ts";
import { pollInterval } from "../../lib/live.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { pillarTitle } from "../../lib/words.ts";
import styles from "./Projects.module.css";
import { statusOfLast } from "./verdicts.ts";

type Project = AppProjects["projects"][number];

export function Screen() {
  const { write } = useMay();
  const projects = useInfiniteQuery({
    queryKey: ["projects", "run", "pages"],
    queryFn: ({ signal, pageParam }) => get("/api/app/projects", { signal, query: { cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      pollInterval(state, ({ pages }) => pages.some(({ projects }) => projects.some(({ running }) => running > 0))),
  });
  const make = write && (
    <ButtonLink kind="primary" to={paths.newProject()}>
      New project
    </ButtonLink>
  );
  return (
    <Page title="Projects" actions={make}>
      <Loaded query={projects}>
        {({ pages }) => {
          const all = pages.flatMap(({ projects }) => projects);
          return all.length === 0 ? (
            <EmptyState
              title="No project yet"
              text="A project is one site, with its pages, tests and results."
              command={cliCommand("init")}
            >
              {make}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list}>
                {all.map((project) => (
                  <li key={project.slug}>
                    <One project={project} />
                  </li>
                ))}
              </ul>
              {projects.hasNextPage && (
                <Button busy={projects.isFetchingNextPage} onClick={() => void projects.fetchNextPage()}>
                  More projects
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function One({ project: { slug, name, baseUrl, health, last, running, review, ...rest } }: { project: Project }) {
  const { lastRunAt, scenarioCount, environments } = rest;
  return (
    <Card>
      <div className={styles.head}>
        <div className={styles.names}>
          <h2>
            <TextLink to={paths.overview(slug)}>{name}</TextLink>
          </h2>
          <p className={styles.quiet}>{baseUrl}</p>
        </div>
        <p className={styles.health}>
          <span className={styles.score}>{health === null ? "–" : formatNumber(health)}</span>
          <span className={styles.quiet}>{health === null ? "no score yet" : "health"}</span>
        </p>
      </div>
      {last.length > 0 ? (
        <ul className={styles.pillars} aria-label={`Last verdicts of ${name}`}>
          {last.map((one) => (
            <li key={one.pillar}>
              <TextLink to={paths.run(slug, one.runId)} className={styles.pillar}>
                <span>{pillarTitle(one.pillar)}</span>
                <Status {...statusOfLast(one)} />
              </TextLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>
          No runs in the last 30 days. <TextLink to={paths.setup(slug)}>Check set-up</TextLink>
        </p>
      )}
      <p className={styles.foot}>
        <span>{plural(scenarioCount, "scenario")}</span>
        <span>{plural(environments, "environment")}</span>
        <span>{lastRunAt ? <TimeAgo time={lastRunAt} /> : STATUS_WORDS.never}</span>
        {review.sentence !== null && (
          <TextLink to={paths.visual(slug)} title="Waiting for review">
            {review.sentence}
          </TextLink>
        )}
        {running > 0 && (
          <TextLink to={paths.runs(slug)} search={{ outcome: "running" }}>
            <Status status="running" word={`${running} running`} />
          </TextLink>
        )}
      </p>
    </Card>
  );
}
