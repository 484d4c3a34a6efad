// One scenario: screenshots, baseline history, flakiness, rules, and results of other tests on its page.

import { useQuery } from "@tanstack/react-query";
import type { AppScenario } from "../../../../api/endpoints/answers/app/review.ts";
import { shotIndexOf } from "../../../../domain/shotIds.ts";
import { readablePercent } from "../../../../domain/visual/percent.ts";
import { Button } from "../../components/Button.tsx";
import { CommitFacts } from "../../components/CommitFacts.tsx";
import { IgnoredChanges } from "../../components/IgnoredChanges.tsx";
import { ButtonLink, OutLink, TextLink } from "../../components/Links.tsx";
import { Card, Columns, Page } from "../../components/Page.tsx";
import { RuleShare } from "../../components/RuleShare.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { callTool, get, post } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { useSend } from "../../lib/change.ts";
import { formatExact, formatNumber, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { scopeWords } from "../../lib/scopeWords.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useParam, useProjectSlug, useScope } from "../../lib/urlState.ts";
import { pillarTitle } from "../../lib/words.ts";
import { HOW_WORDS } from "./Baselines.tsx";
import type { Baseline } from "./model.ts";
import styles from "./Scenario.module.css";
import { Steadiness } from "./Steadiness.tsx";
import { SuggestedRules } from "./SuggestedRules.tsx";
import { Place, Promoter, placeWords } from "./words.tsx";

export function Screen() {
  const project = useProjectSlug();
  const label = useParam("label");
  const { environment } = useScope();
  const scenario = useQuery({
    queryKey: ["scenario", "baseline", "run", "review", project, label, environment],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/scenarios/{label}", {
        params: { slug: project, label },
        query: { environment },
        signal,
      }),
  });
  return <Loaded query={scenario}>{(data) => <Scenario project={project} data={data} />}</Loaded>;
}

function Scenario({ project, data }: { project: string; data: AppScenario }) {
  const { scenario, latest, pillars } = data;
  return (
    <Page
      title={scenario.label}
      text={
        <OutLink href={URL.parse(scenario.url, data.project.baseUrl)?.href ?? scenario.url}>{scenario.url}</OutLink>
      }
      actions={<ButtonLink to={paths.scenarios(project)}>All scenarios</ButtonLink>}
    >
      <Card title="Latest screenshots">
        {latest.length === 0 ? (
          <p className={styles.quiet}>No screenshot yet.</p>
        ) : (
          <ul className={styles.pictures}>
            {latest.map((one) => (
              <li key={one.shotId}>
                <TextLink
                  to={paths.review(project, one.runId)}
                  search={{ shot: shotIndexOf(one.shotId) }}
                  title={one.status === "passed" ? "Open the screenshot" : "Open in the visual review"}
                >
                  {one.pictures.test ? (
                    <img
                      src={serviceUrl(one.pictures.test)}
                      alt={`${scenario.label}, ${placeWords(one)}`}
                      loading="lazy"
                    />
                  ) : (
                    <span className={styles.nothing}>No screenshot</span>
                  )}
                </TextLink>
                <Place {...one} />
                <span>
                  <Status status={one.flaky ? "flaky" : one.status} />{" "}
                  {one.mismatchPercent !== null && one.mismatchPercent > 0 && (
                    <span className="note">{readablePercent(one.mismatchPercent)}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Columns min={420}>
        <Card title="Baselines">
          <Baselines project={project} baselines={data.baselines} />
        </Card>
        <div className={styles.stack}>
          <Card title="Flakiness">
            <Steadiness project={project} label={scenario.label} />
          </Card>
          <Card title="Rules">
            <Rules project={project} data={data} />
            <SuggestedRules project={project} label={scenario.label} results={latest} />
          </Card>
        </div>
      </Columns>
      <Card title="Ignored changes" flush>
        <IgnoredChanges project={project} scenario={scenario.label} />
      </Card>
      <Card title="Other tests of this page" flush>
        <Table
          label="Other tests of this page"
          rows={pillars.pillars}
          rowKey={({ pillar }) => pillar}
          columns={[
            {
              title: "Test",
              cell: ({ pillar, runId }) =>
                runId ? <TextLink to={paths.run(project, runId)}>{pillarTitle(pillar)}</TextLink> : pillarTitle(pillar),
            },
            {
              title: "Result",
              cell: ({ status }) => <Status status={status} />,
            },
            { title: "Score", right: true, cell: ({ score }) => (score === null ? "" : formatNumber(score)) },
            { title: "Trend", wide: true, cell: ({ trend, reason }) => trend.sentence || reason || "" },
            { title: "When", wide: true, cell: ({ at }) => at && <TimeAgo time={at} /> },
          ]}
        />
      </Card>
      {pillars.worst.length > 0 && (
        <Card title="Worst findings on this page" flush>
          <Table
            label="Worst findings on this page"
            rows={pillars.worst}
            rowKey={({ pillar, rule, target, message }) => [pillar, rule, target, message].join(" ")}
            columns={[
              { title: "Severity", cell: ({ severity }) => <Status status={severity} />, width: "110px" },
              { title: "Finding", cell: ({ message, target }) => <Words text={message} under={target} /> },
              { title: "Test", wide: true, cell: ({ pillar }) => pillarTitle(pillar), width: "140px" },
            ]}
          />
        </Card>
      )}
    </Page>
  );
}

const Words = ({ text, under }: { text: string; under: string }) => (
  <span className={styles.finding}>
    {text}
    {under && <code>{under}</code>}
  </span>
);

function Baselines({ project, baselines }: { project: string; baselines: AppScenario["baselines"] }) {
  if (baselines.length === 0)
    return <p className={styles.quiet}>None yet. Capture a baseline, or approve a first screenshot.</p>;
  return (
    <div className={styles.baselines}>
      {baselines.map((baseline) => (
        <details key={baseline.baselineId} open={baselines.length <= 3}>
          <summary>
            <img src={serviceUrl(baseline.picture)} alt="" loading="lazy" width={48} height={40} />
            <span>
              <Place {...baseline} />
              <span className={styles.quiet}>
                version {baseline.version} on {baseline.branch}, <TimeAgo time={baseline.updatedAt} />
              </span>
            </span>
          </summary>
          <Versions project={project} baseline={baseline} />
        </details>
      ))}
    </div>
  );
}

function Versions({ project, baseline }: { project: string; baseline: Baseline }) {
  const may = useMay();
  const goTo = useSend({
    mutationFn: ({ versionId }: { versionId: string; undo?: string }) =>
      post("/api/baselines/rollback", { body: { baselineId: baseline.baselineId, versionId } }),
    stale: "scenario",
    onSuccess: (_, { undo }) => {
      toast.say("The baseline has changed.", undo ? () => goTo.mutate({ versionId: undo }) : undefined);
    },
    onError: toast.failed,
  });
  return (
    <ol className={styles.versions}>
      {baseline.history.map(({ versionId, version, promotedBy, how, at, picture, unsettled, fromRunId, ...commit }) => (
        <li key={versionId}>
          <OutLink href={serviceUrl(picture)}>
            <img src={serviceUrl(picture)} alt={`Version ${version}`} loading="lazy" width={40} height={40} />
          </OutLink>
          <span>
            Version {version}, {HOW_WORDS[how]}
            <span className={styles.quiet}>
              <Promoter who={promotedBy} />
              <TimeAgo time={at} />
              {fromRunId && (
                <>
                  {" "}
                  from <TextLink to={paths.run(project, fromRunId)}>its run</TextLink>
                </>
              )}
            </span>
            <CommitFacts run={{ ...commit, branch: null }} brief />
            {unsettled && <span className={styles.quiet}>{unsettled}</span>}
          </span>
          {versionId === baseline.versionId ? (
            <Status status="ok" word="Baseline" />
          ) : (
            may.write && (
              <Button
                size="small"
                onClick={() => goTo.mutate({ versionId, undo: baseline.versionId })}
                title={`Taken ${formatExact(at)}`}
                aria-label={`Go back to version ${version} of ${placeWords(baseline)}`}
              >
                Go back
              </Button>
            )
          )}
        </li>
      ))}
      {baseline.versions > baseline.history.length && (
        <li className={styles.quiet}>and {plural(baseline.versions - baseline.history.length, "older version")}.</li>
      )}
    </ol>
  );
}

function Rules({
  project,
  data: { scenario, comparisonRules, contentRules, wideRules },
}: {
  project: string;
  data: AppScenario;
}) {
  const may = useMay();
  const setRule = useSend({
    mutationFn: ({ selector, mode }: { selector: string; mode: string; before?: string }) =>
      callTool("create_comparison_rule", { project, scenarioLabel: scenario.label, selector, mode, confirm: true }),
    stale: "scenario",
    onSuccess: (_, { selector, mode, before }) => {
      const undo = before ? () => setRule.mutate({ selector, mode: before }) : undefined;
      toast.say(mode === "full" ? "Rule removed." : "Rule restored.", undo);
    },
    onError: toast.failed,
  });
  if (comparisonRules.length + contentRules.length + wideRules.length === 0)
    return <p className={styles.quiet}>None. Press r in the visual review to create a rule.</p>;
  return (
    <ul className={styles.rules}>
      {comparisonRules.map(({ id, selector, mode, share }) => (
        <li key={id}>
          <code>{selector}</code>
          <span className={styles.quiet}>
            {mode.replace("_", " ")} <RuleShare share={share} />
          </span>
          {may.write && (
            <Button
              size="small"
              onClick={() => setRule.mutate({ selector, mode: "full", before: mode })}
              aria-label={`Remove the rule on ${selector}`}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
      {contentRules.map(({ id, selector, normalize }) => (
        <li key={id}>
          <code>{selector}</code>
          <span className={styles.quiet}>reads {normalize} as the same</span>
        </li>
      ))}
      {wideRules.map(({ id, scope, selector, value, share }) => (
        <li key={id}>
          <code>{selector || "Whole screenshot"}</code>
          <span className={styles.quiet}>
            {value.replace("_", " ")}, {scopeWords(scope)} <RuleShare share={share} />
          </span>
        </li>
      ))}
    </ul>
  );
}
