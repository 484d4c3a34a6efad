// Earlier baselines of the current result, loaded on request.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "../../components/States.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { type Baseline, baselineOf, type Shot } from "./model.ts";
import styles from "./Review.module.css";
import { Promoter } from "./words.tsx";

export const HOW_WORDS: Record<Baseline["history"][number]["how"], string> = {
  baseline_run: "baseline run",
  approve: "approved",
  branch_merge: "merged branch",
  rollback: "reverted",
};

export function Baselines({ project, shot }: { project: string; shot: Shot }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.part} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>Earlier baselines</h3>
      </summary>
      {open && <History project={project} shot={shot} />}
    </details>
  );
}

function History({ project, shot }: { project: string; shot: Shot }) {
  const scenario = useQuery({
    queryKey: ["scenario", "baseline", project, shot.scenarioLabel],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/scenarios/{label}", {
        params: { slug: project, label: shot.scenarioLabel },
        signal,
      }),
  });
  if (!scenario.data)
    return scenario.error ? <ErrorState error={scenario.error} /> : <p className={styles.quiet}>Reading …</p>;
  const baseline = baselineOf(scenario.data.baselines, shot);
  if (!baseline) return <p className={styles.quiet}>No baseline yet. Approve to use this screenshot.</p>;
  return (
    <ol className={styles.versions}>
      {baseline.history.map(({ versionId, version, promotedBy, how, at, picture, unsettled }) => (
        <li key={versionId}>
          <img src={serviceUrl(picture)} alt={`Baseline ${version}`} loading="lazy" width={44} height={44} />
          <span>
            Version {version}, {HOW_WORDS[how]}
            <span className={styles.quiet}>
              <Promoter who={promotedBy} />
              <TimeAgo time={at} />
            </span>
            {unsettled && <span className={styles.quiet}>{unsettled}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
