// Side panel of the editor: scenarios, folder and tickets, runs, versions.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppFeature } from "../../../../api/endpoints/answers/app/functional.ts";
import { TextField } from "../../components/Field.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { callTool } from "../../lib/api.ts";
import { pollInterval } from "../../lib/live.ts";
import { paths } from "../../lib/paths.ts";
import styles from "./Feature.module.css";
import { groupFrom } from "./tree.ts";
import { Versions } from "./Versions.tsx";

type Fields = { group: string[]; tickets: string[] };
type Props = {
  project: string;
  featureId: string;
  /** null for a new feature that was never saved. */
  feature: AppFeature | null;
  scenarios: AppFeature["scenarios"];
  fields: Fields;
  onFields?: (next: Partial<Fields>) => void;
  onGo: (line: number) => void;
  onBringBack?: (gherkin: string, version: number) => void;
};

export function FeatureSide({ project, featureId, feature, scenarios, fields, onFields, onGo, onBringBack }: Props) {
  return (
    <aside className={styles.side} aria-label="About the feature">
      {feature && <Runs project={project} featureId={featureId} />}
      <Card title="Scenarios">
        <ul className={styles.rows}>
          {scenarios.map(({ id, name, line }) => (
            <li key={id}>
              <button type="button" className={styles.plain} onClick={() => onGo(line)}>
                {name} <span className="note">line {line}</span>
              </button>
            </li>
          ))}
        </ul>
        {scenarios.length === 0 && <p className="note">No scenarios yet.</p>}
      </Card>
      <Place fields={fields} onFields={onFields} />
      {feature && <Versions project={project} feature={feature} onBringBack={onBringBack} />}
    </aside>
  );
}

/** Keeps the text as typed, because "Shop / " may become "Shop / Checkout". */
function Place({ fields, onFields }: Pick<Props, "fields" | "onFields">) {
  const [folder, setFolder] = useState(fields.group.join(" / "));
  const [tickets, setTickets] = useState(fields.tickets.join(", "));
  return (
    <Card title="Place">
      <div className={styles.fields}>
        <TextField
          label="Folder"
          value={folder}
          disabled={!onFields}
          maxLength={300}
          onChange={(text) => {
            setFolder(text);
            onFields?.({ group: groupFrom(text) });
          }}
          placeholder="Shop / Checkout"
        />
        <TextField
          label="Tickets"
          value={tickets}
          disabled={!onFields}
          maxLength={1_000}
          onChange={(text) => {
            setTickets(text);
            onFields?.({ tickets: text.split(/[\s,]+/).filter(Boolean) });
          }}
          placeholder="SHOP-12, SHOP-40"
        />
      </div>
    </Card>
  );
}

type RunsOfFeature = {
  runs: {
    runId: string;
    status: string;
    createdAt: string;
    features: { featureId: string; status: string; total: number; passed: number }[];
  }[];
};

function Runs({ project, featureId }: { project: string; featureId: string }) {
  const runs = useQuery({
    queryKey: ["feature-runs", "run", project, featureId],
    queryFn: async () => (await callTool<RunsOfFeature>("frt_list_runs", { project, featureId, limit: 10 })).data,
    refetchInterval: ({ state }) => pollInterval(state, ({ runs }) => runs.some(({ status }) => status === "running")),
  });
  return (
    <Card title="Runs">
      <Loaded query={runs}>
        {({ runs: known }) =>
          known.length === 0 ? (
            <p className="note">No recent run includes it.</p>
          ) : (
            <ul className={styles.rows}>
              {known.map(({ runId, createdAt, features }) => {
                const own = features.find((one) => one.featureId === featureId);
                return (
                  <li key={runId}>
                    <TextLink
                      to={paths.featureRun(project, runId)}
                      search={{ feature: featureId }}
                      className={styles.run}
                    >
                      {own && (
                        <>
                          <Status status={own.status} />
                          <span>
                            {own.passed} of {own.total}
                          </span>
                        </>
                      )}
                      <TimeAgo time={createdAt} />
                    </TextLink>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
