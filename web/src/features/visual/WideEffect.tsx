// Effect of a rule for several scenarios on the newest screenshots of all of them.
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { AppWideEffect } from "../../../../api/endpoints/answers/app/settings.ts";
import { RuleShare } from "../../components/RuleShare.tsx";
import { get } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import styles from "./Review.module.css";

/** `scope` is null for a rule of one scenario. */
type Rule = { scope: string | null; selector: string; mode: string; scenarioLabel: string };

/** Enabled once there is a scope and a selector. */
export function useWideEffect(
  project: string,
  { scope, selector, mode, scenarioLabel }: Rule,
): UseQueryResult<AppWideEffect> {
  return useQuery({
    queryKey: ["effect of a wide rule", project, scope, selector, mode, scenarioLabel],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/rule-effect", {
        params: { slug: project },
        query: { scope: scope ?? "", kind: "mode", selector, value: mode, scenarioLabel },
        signal,
      }),
    enabled: selector !== "" && scope !== null && !scope.endsWith(":"),
    retry: false,
    staleTime: 60_000,
  });
}

export function WideEffect({
  effect: { data, error, isFetching },
  mode,
}: {
  effect: UseQueryResult<AppWideEffect>;
  mode: string;
}) {
  if (error) return <p className={styles.refused}>{error.message}</p>;
  if (!data) return isFetching ? <p className={styles.quiet}>Calculating …</p> : null;
  const { scenarios, shots, more, matched, failing, wouldPass, hides, hidesAll, hidesMost, before } = data;
  return (
    <>
      {hides !== null && (
        <p>
          <RuleShare share={hides} />
          {hidesMost.length > 0 && <span className={styles.why}> of {hidesMost.join(", ")}</span>}
        </p>
      )}
      <p>
        {plural(scenarios, "scenario")}: {wouldPass} of {plural(failing, "failed screenshot")} would pass.
      </p>
      <p className={styles.quiet}>
        The element is in {matched} of {plural(shots, "newest screenshot")}
        {more && ", and there are more"}.
      </p>
      {before !== null && before !== mode && (
        <p className={styles.refused}>It replaces the rule that exists for this element: {before.replace("_", " ")}.</p>
      )}
      {hidesAll.length > 0 && <p className={styles.refused}>It hides whole screenshots: {hidesAll.join(", ")}.</p>}
    </>
  );
}
