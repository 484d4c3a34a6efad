// What a rule for several scenarios would do to the newest screenshots of all of them.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import styles from "./Review.module.css";

type Rule = { scope: string; selector: string; mode: string };

export function WideEffect({ project, rule: { scope, selector, mode } }: { project: string; rule: Rule }) {
  const effect = useQuery({
    queryKey: ["effect of a wide rule", project, scope, selector, mode],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/rule-effect", {
        params: { slug: project },
        query: { scope, kind: "mode", selector, value: mode },
        signal,
      }),
    enabled: selector !== "" && !scope.endsWith(":"),
    retry: false,
    staleTime: 60_000,
  });
  if (effect.error) return <p className={styles.refused}>{effect.error.message}</p>;
  if (!effect.data) return null;
  const { scenarios, shots, failing, wouldPass, hidesAll, hidesMost } = effect.data;
  return (
    <>
      <p>
        For {plural(scenarios, "scenario")}: {wouldPass} of {plural(failing, "failed screenshot")} would pass, of{" "}
        {plural(shots, "newest screenshot")}.
      </p>
      {hidesAll.length > 0 && <p className={styles.refused}>It hides whole screenshots: {hidesAll.join(", ")}.</p>}
      {hidesMost.length > 0 && <p className={styles.refused}>It hides most of: {hidesMost.join(", ")}.</p>}
    </>
  );
}
