// Rules that would stabilize flaky results of a scenario. Results that passed are not in a review, so their suggestions are offered here.
import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { AppScenario } from "../../../../api/endpoints/answers/app/review.ts";
import { Button } from "../../components/Button.tsx";
import { callTool, remove } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { ruleVerb } from "../../lib/ruleModes.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { distinctSuggestions, type Suggestion } from "./distinctSuggestions.ts";
import styles from "./Scenario.module.css";
import { suggestionsQuery } from "./Suggestions.tsx";

type Props = { project: string; label: string; results: readonly AppScenario["latest"][number][] };

/** Maximum number of results to request suggestions for, because each request reads page maps. */
const MAX_ASKED = 6;

export function SuggestedRules({ project, label, results }: Props) {
  const { write } = useMay();
  const client = useQueryClient();
  const flaky = results.filter((one) => one.flaky).slice(0, MAX_ASKED);
  const asked = useQueries({ queries: flaky.map(({ shotId }) => suggestionsQuery(shotId)) });
  const suggestions = distinctSuggestions(asked.map(({ data }) => data?.suggestions));
  const reload = () =>
    Promise.all(
      [["scenario"], ["rules"], ["suggested rules"]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const undo = async (ruleId: string) => {
    try {
      await remove("/api/app/projects/{slug}/rules/{ruleId}", { params: { slug: project, ruleId } });
    } catch (error) {
      toast.failed(error);
    }
    await reload();
  };
  const make = useSend({
    mutationFn: ({ kind, selector, value }: Suggestion) => {
      const place = { project, scenarioLabel: label, selector, confirm: true };
      return kind === "comparison"
        ? callTool<{ rule: { id: string } }>("create_comparison_rule", { ...place, mode: value })
        : callTool<{ rule: { id: string } }>("create_content_rule", { ...place, normalize: value });
    },
    onSuccess: ({ data }) => toast.say("Rule created. It applies from the next run.", () => void undo(data.rule.id)),
    onError: toast.failed,
    onSettled: reload,
  });
  if (flaky.length === 0 || asked.some(({ isPending }) => isPending)) return null;
  return (
    <section className={styles.suggested} aria-label="Suggested rules">
      <h3>What moved</h3>
      {suggestions.length === 0 && (
        <p className={styles.quiet}>No rule would stabilize it. Make the scenario wait (readySelector or delay).</p>
      )}
      <ul className={styles.rules}>
        {suggestions.map((one) => (
          <li key={one.selector}>
            <span>
              {one.text && `“${one.text}” `}
              <code>{one.selector}</code> <span className={styles.quiet}>{one.why}</span>
            </span>
            {write && (
              <Button
                size="small"
                busy={make.isPending && make.variables.selector === one.selector}
                onClick={() => make.mutate(one)}
                aria-label={`${ruleVerb(one.kind, one.value)}: ${one.selector}`}
              >
                {ruleVerb(one.kind, one.value)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
