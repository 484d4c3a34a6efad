// Elements that kept changing while baselines were captured. One button creates the rules, and that can be undone.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, remove } from "../lib/api.ts";
import { useSend } from "../lib/change.ts";
import { plural } from "../lib/format.ts";
import { ruleVerb } from "../lib/ruleModes.ts";
import { useMay } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./Button.tsx";
import styles from "./IgnoredChanges.module.css";
import { Card } from "./Page.tsx";

const NAMED = 3;
const pagesOf = (labels: readonly string[]): string =>
  labels.length <= NAMED ? labels.join(", ") : `${labels.slice(0, NAMED).join(", ")} and ${labels.length - NAMED} more`;

/** For a finished baseline run. Renders nothing if all pages were stable. */
export function RestlessElements({ project, runId }: { project: string; runId: string }) {
  const { write } = useMay();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["restless elements", "rules", runId],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}/restless", { params: { runId }, signal }),
    retry: false,
  });
  const elements = data?.elements ?? [];
  const reload = () =>
    Promise.all([["restless elements"], ["rules"]].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const undo = async (made: readonly { id: string }[]) => {
    try {
      for (const { id } of made)
        await remove("/api/app/projects/{slug}/rules/{ruleId}", { params: { slug: project, ruleId: id } });
    } catch (error) {
      toast.failed(error);
    }
    await reload();
  };
  const make = useSend({
    mutationFn: (selectors: string[]) =>
      post("/api/app/runs/{runId}/restless", { params: { runId }, body: { selectors } }),
    onSuccess: ({ made }) =>
      toast.say(`${plural(made.length, "rule")} created.`, made.length > 0 ? () => void undo(made) : undefined),
    onError: toast.failed,
    onSettled: reload,
  });
  if (elements.length === 0) return null;
  const rules = elements.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  return (
    <Card title="Unstable elements">
      <div className={styles.restless}>
        <p>
          {plural(elements.length, "element")} kept changing while the baseline was captured. Without a rule, tests of
          these pages can be unstable.
        </p>
        <ul>
          {elements.map(({ selector, mode, scenarios }) => (
            <li key={selector} className={styles.what}>
              <code>{selector}</code>
              <span className="faint">
                {ruleVerb("comparison", mode)} on {pagesOf(scenarios)}
              </span>
            </li>
          ))}
        </ul>
        {write && (
          <Button
            kind="primary"
            busy={make.isPending}
            onClick={() => make.mutate(elements.map(({ selector }) => selector))}
          >
            Create {plural(rules, "rule")}
          </Button>
        )}
      </div>
    </Card>
  );
}
