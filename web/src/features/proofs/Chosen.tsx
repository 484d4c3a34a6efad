// What the ticket was matched with, the other candidates, and a way to choose a different one or create a missing one.
import type { ReactNode } from "react";
import type { AppProof } from "../../../../api/endpoints/answers/app/proofs.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card, Columns } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./Proof.module.css";
import { titleOf, wordsOf } from "./ticket.ts";
import { useStartProof } from "./useStartProof.ts";

type Picked = { scenarioId?: string; eventId?: string };

export function Chosen({ proof, project }: { proof: AppProof; project: string }) {
  const { scenario, event, candidates } = proof;
  const { write } = useMay();
  const again = useStartProof(project, toast.failed);
  const pick =
    write && !again.isPending ? (picked: Picked) => again.mutate({ again: proof.jobId, ...picked }) : undefined;
  // Picking another event keeps the scenario that was used.
  const used = scenario === null ? "" : `${wordsOf(scenario.featureId)}\0${wordsOf(scenario.scenarioId)}`;
  const kept = candidates.scenarios.some(({ id }) => id === used) ? { scenarioId: used } : {};
  return (
    <Columns>
      <Matches
        title="Scenario"
        chosen={used}
        among={candidates.scenarios}
        onPick={pick && ((scenarioId) => pick({ scenarioId }))}
      >
        {write && scenario === null && (
          <ButtonLink kind="primary" to={paths.functional(project)} search={{ create: titleOf(proof) }}>
            Write the scenario
          </ButtonLink>
        )}
      </Matches>
      <Matches
        title="Event"
        chosen={wordsOf(event?.id)}
        among={candidates.events}
        onPick={pick && ((eventId) => pick({ eventId, ...kept }))}
      >
        {write && event === null && <ButtonLink to={paths.tracking(project)}>Plan the event</ButtonLink>}
      </Matches>
    </Columns>
  );
}

type MatchesProps = {
  title: string;
  /** Id of the match that was used. */
  chosen: string;
  among: readonly Record<string, unknown>[];
  onPick: ((id: string) => void) | undefined | false;
  children: ReactNode;
};

function Matches({ title, chosen, among, onPick, children }: MatchesProps) {
  return (
    <Card title={`${title}: what the ticket means`} actions={children}>
      {among.length === 0 && <p className="remark">No match.</p>}
      <ul className={styles.list}>
        {among.map((one) => {
          const [id, name] = [wordsOf(one.id), wordsOf(one.name)];
          return (
            <li key={id} className={styles.match}>
              <span>
                {name} {id === chosen && <Status status="ok" word="Used" />}
              </span>
              <span className="remark">
                {typeof one.score === "number" && `likeness ${Math.round(one.score * 100)} %`}
                {Array.isArray(one.words) && one.words.length > 0 && `, by ${one.words.map(String).join(", ")}`}
              </span>
              {onPick && id !== chosen && (
                <Button size="small" onClick={() => onPick(id)} title={`Prove the ticket again with “${name}”`}>
                  Choose this one
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
