// Rules that would stabilize a flaky result: one button each, which shows the effect before the rule is saved.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button.tsx";
import { get } from "../../lib/api.ts";
import { ruleVerb } from "../../lib/ruleModes.ts";
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";
import type { FirstRule } from "./ruleModes.ts";

type Props = {
  shot: Pick<Shot, "shotId" | "flaky" | "kind">;
  mayWrite: boolean;
  onRule: (first: FirstRule) => void;
};

/** Query for rules that cover what moved in a flaky result; other results have none. */
export const suggestionsQuery = (shotId: string) =>
  queryOptions({
    queryKey: ["suggested rules", "rules", shotId],
    queryFn: ({ signal }) => get("/api/app/shots/{shotId}/suggestions", { params: { shotId }, signal }),
    staleTime: 60_000,
  });

export function Suggestions({ shot: { shotId, flaky, kind }, mayWrite, onRule }: Props) {
  const isUnstable = flaky || kind === "unstable";
  const { data, error } = useQuery({ ...suggestionsQuery(shotId), enabled: isUnstable });
  if (!isUnstable) return null;
  return (
    <section className={styles.part} aria-label="Suggested rules">
      <h3>What moved</h3>
      {error && <p className={styles.refused}>{error.message}</p>}
      {data?.suggestions.length === 0 && (
        <p className={styles.quiet}>
          No rule would stabilize it. Make the scenario wait (readySelector or delay), or draw a rule yourself.
        </p>
      )}
      <ul className={styles.rules}>
        {data?.suggestions.map(({ kind, selector, value, text, why }) => (
          <li key={selector}>
            {text ? `“${text}” ` : ""}
            <code>{selector}</code> <span className={styles.quiet}>{why}</span>
            {mayWrite && (
              <Button size="small" onClick={() => onRule({ kind, selector, value })}>
                {ruleVerb(kind, value)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
