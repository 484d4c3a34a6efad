// Rules for several scenarios, with what each one hid in the newest runs.
import type { UseQueryResult } from "@tanstack/react-query";
import type { AppRules } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Status } from "../../../components/Status.tsx";
import { Table } from "../../../components/Table.tsx";
import { post } from "../../../lib/api.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { scopeWords } from "../../../lib/scopeWords.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";
import { DeleteRule, normalizeWords, useDropRule, valueWords, WithShare } from "./ruleRow.tsx";

type Rule = AppRules["wide"][number];

function effectWords({ kind, value }: Rule): string {
  if (kind === "misMatchThreshold") return `${value} % of the pixels may differ`;
  return kind === "normalize" ? normalizeWords(value) : valueWords(value);
}

function recordWords({ kind, record: { runs, hiding, elements, changedPixels, unused } }: Rule): string {
  if (runs === 0) return "No run yet";
  if (unused) return `Unused in ${plural(runs, "run")}`;
  if (hiding === 0) return `No effect in ${plural(runs, "run")}`;
  const counted =
    kind === "normalize" || kind === "page" ? plural(elements, "element") : plural(changedPixels, "pixel");
  return `${counted} in ${formatCount(hiding)} of ${plural(runs, "run")}`;
}

function Record({ of }: { of: Rule }) {
  return of.record.unused ? <Status status="skipped" word={recordWords(of)} /> : recordWords(of);
}

export function WideRules({ project, query }: { project: string; query: UseQueryResult<AppRules> }) {
  const { write } = useMay();
  const drop = useDropRule(project, ({ scope, kind, selector, value }: Rule) => {
    // `before: null` keeps a rule that somebody else has set since.
    const body = { scope, kind, value, selector, before: null };
    return post("/api/app/projects/{slug}/rules", { params: { slug: project }, body });
  });
  return (
    <Card title="Rules for several scenarios" flush>
      <Loaded query={query}>
        {({ wide }) => (
          <Table
            label="Rules for several scenarios"
            rows={wide}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "For",
                cell: ({ scope, scenarios }) => (
                  <>
                    {scopeWords(scope)} <span className="quiet">({plural(scenarios, "scenario")})</span>
                  </>
                ),
              },
              {
                title: "Element",
                cell: ({ selector }) =>
                  selector === "" ? "Whole screenshot" : <code className={styles.code}>{selector}</code>,
              },
              {
                title: "What it does",
                cell: (rule) => <WithShare share={rule.record.share}>{effectWords(rule)}</WithShare>,
              },
              { title: "Recent runs", cell: (rule) => <Record of={rule} /> },
            ]}
            action={(rule) =>
              write && (
                <DeleteRule
                  rule={`${rule.selector || effectWords(rule)} for ${scopeWords(rule.scope)}`}
                  busy={drop.isPending && drop.variables?.id === rule.id}
                  onDelete={() => drop.mutate(rule)}
                />
              )
            }
            empty={
              <EmptyState
                title="No rule for several scenarios"
                text="Choose All scenarios, a tag or a path when you create a rule in the review, or write it under rules in plumbline.yml."
              />
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
