// Details beyond the result: timeline, retries and identifiers.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { Code } from "../../components/Code.tsx";
import { Facts } from "../../components/Facts.tsx";
import { OutLink } from "../../components/Links.tsx";
import { Card, Columns } from "../../components/Page.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { formatDuration } from "../../lib/format.ts";
import { useMembers } from "../../lib/members.ts";
import { readable } from "../../lib/people.ts";
import { Attempts } from "./Attempts.tsx";
import outcome from "./Outcome.module.css";
import styles from "./Run.module.css";

export function Diagnostics({ data }: { data: AppRun }) {
  const { run, timeline, triedAgain, links } = data;
  const members = useMembers();
  return (
    <details className={outcome.diagnostics}>
      <summary>Diagnostics</summary>
      <div className={outcome.parts}>
        <Columns>
          <Card title="Timeline">
            <ol className={styles.list}>
              {timeline.map(({ at, what, text }) => (
                <li key={what} className={styles.moment}>
                  <TimeAgo time={at} />
                  <span>{readable(text, members)}</span>
                </li>
              ))}
            </ol>
          </Card>
          <Card title="Identifiers">
            <Facts
              of={{
                Run: <Code text={run.runId} />,
                Took: run.duration !== null && formatDuration(run.duration),
                Temporal: links.temporal && <OutLink href={links.temporal}>Workflow</OutLink>,
              }}
            />
          </Card>
        </Columns>
        {triedAgain.length > 0 && <Attempts triedAgain={triedAgain} />}
      </div>
    </details>
  );
}
