// Comparison and content rules, by scenario. New rules are drawn on a screenshot in the review.
import { useQuery } from "@tanstack/react-query";
import type { AppRules } from "../../../../../api/endpoints/answers/app/settings.ts";
import { IgnoredChanges } from "../../../components/IgnoredChanges.tsx";
import { ButtonLink, TextLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { callTool, get } from "../../../lib/api.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";
import { DeleteRule, normalizeWords, useDropRule, valueWords, WithShare } from "./ruleRow.tsx";
import { WideRules } from "./WideRules.tsx";

type Rule = AppRules["rules"][number];

export function Part({ project }: { project: string }) {
  const { write } = useMay();
  const rules = useQuery({
    queryKey: ["rules", project],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/rules", { params: { slug: project }, signal }),
  });
  const drop = useDropRule(project, ({ kind, scenarioLabel, selector, value }: Rule) => {
    const place = { project, scenarioLabel, selector, confirm: true };
    return kind === "comparisonRule"
      ? callTool("create_comparison_rule", { ...place, mode: value })
      : callTool("create_content_rule", { ...place, normalize: value });
  });
  return (
    <>
      <WideRules project={project} query={rules} />
      <Card title="Rules for single scenarios" flush>
        <Loaded query={rules}>
          {({ rules }) => (
            <Table
              label="Rules"
              rows={rules}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: "Scenario",
                  cell: ({ scenarioLabel }) => (
                    <TextLink to={paths.scenario(project, scenarioLabel)}>{scenarioLabel}</TextLink>
                  ),
                },
                { title: "Element", cell: ({ selector }) => <code className={styles.code}>{selector}</code> },
                {
                  title: "What it does",
                  cell: ({ kind, value, share }) => (
                    <WithShare share={share}>
                      {kind === "contentRule" ? normalizeWords(value) : valueWords(value)}
                    </WithShare>
                  ),
                },
              ]}
              action={(rule) =>
                write && (
                  <DeleteRule
                    rule={rule.selector}
                    busy={drop.isPending && drop.variables?.id === rule.id}
                    onDelete={() => drop.mutate(rule)}
                  />
                )
              }
              empty={
                <EmptyState
                  title="No rule yet"
                  text="A rule lets an area of a page change. Press R in the review to draw one on a screenshot and preview its effect."
                >
                  <ButtonLink to={paths.visual(project)}>Open review</ButtonLink>
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Card>
      <Card title="Ignored changes" flush>
        <IgnoredChanges project={project} />
      </Card>
    </>
  );
}
