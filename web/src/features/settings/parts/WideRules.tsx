// Rules for several scenarios, with what each has hidden in the newest runs.
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import type { AppRules } from "../../../../../api/endpoints/answers/app/settings.ts";
import { Button } from "../../../components/Button.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { useToast } from "../../../components/Toast.tsx";
import { post, remove } from "../../../lib/api.ts";
import { useChange } from "../../../lib/change.ts";
import { formatNumber, plural } from "../../../lib/format.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";

type Rule = AppRules["wide"][number];

const KIND_WORDS: Record<Rule["kind"], string> = {
  mode: "Comparison",
  normalize: "Content",
  page: "Page",
  misMatchThreshold: "Tolerance in percent",
};

function scopeWords(scope: string): string {
  if (scope.startsWith("tag:")) return `Tag ${scope.slice(4)}`;
  return scope.startsWith("path:") ? `Path ${scope.slice(5)}` : "All scenarios";
}

function recordWords({ kind, record }: Rule): string {
  if (kind !== "mode") return "";
  if (record.unused) return `Unused: hid nothing in ${plural(record.runs, "run")}`;
  if (record.runs === 0) return "No run yet";
  return `${formatNumber(record.changedPixels)} pixels in ${record.hiding} of ${plural(record.runs, "run")}`;
}

export function WideRules({ project, query }: { project: string; query: UseQueryResult<AppRules> }) {
  const { write } = useMay();
  const queries = useQueryClient();
  const toast = useToast();
  const back = async ({ scope, kind, selector, value }: Rule) => {
    const body = { scope, kind, value, ...(selector === "" ? {} : { selector }) };
    try {
      await post("/api/app/projects/{slug}/rules", { params: { slug: project }, body });
      await queries.invalidateQueries({ queryKey: ["rules"] });
    } catch (error) {
      toast.failed(error);
    }
  };
  const drop = useChange(
    (rule: Rule) => remove("/api/app/projects/{slug}/rules/{ruleId}", { params: { slug: project, ruleId: rule.id } }),
    { stale: "rules" },
  );
  return (
    <Card title="Rules for several scenarios" flush>
      <Loaded query={query}>
        {({ wide }) => (
          <Table
            label="Rules for several scenarios"
            rows={wide}
            rowKey={({ id }) => id}
            columns={[
              { title: "For", cell: ({ scope, scenarios }) => `${scopeWords(scope)} (${scenarios})` },
              { title: "Element", cell: ({ selector }) => <code className={styles.code}>{selector}</code> },
              { title: "What it does", cell: ({ kind, value }) => `${KIND_WORDS[kind]}: ${value}` },
              { title: "Hidden", cell: recordWords },
              {
                title: "",
                right: true,
                cell: (rule) =>
                  write && (
                    <Button
                      size="small"
                      kind="danger"
                      aria-label={`Delete the rule of ${rule.selector || rule.value}`}
                      busy={drop.isPending && drop.variables?.id === rule.id}
                      onClick={() =>
                        drop.mutate(rule, {
                          onSuccess: () => toast.say("The rule is deleted.", () => void back(rule)),
                        })
                      }
                    >
                      Delete
                    </Button>
                  ),
              },
            ]}
            empty={
              <EmptyState
                title="No rule for several scenarios"
                text="Choose All scenarios, a tag or a path when you make a rule in the review, or write it under rules in plumbline.yml."
              />
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
