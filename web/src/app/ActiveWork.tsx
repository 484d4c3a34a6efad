// Lists the running work with its progress, and a button that stops it.
import type { AppFrame } from "../../../api/endpoints/answers/app/projects.ts";
import { Button } from "../components/Button.tsx";
import { Sheet } from "../components/Dialog.tsx";
import { TextLink } from "../components/Links.tsx";
import { Progress } from "../components/Progress.tsx";
import { EmptyState } from "../components/States.tsx";
import { TimeAgo } from "../components/TimeAgo.tsx";
import { post } from "../lib/api.ts";
import { useChange } from "../lib/change.ts";
import { useFrame } from "../lib/frame.ts";
import { paths } from "../lib/paths.ts";
import { useMay } from "../lib/session.ts";
import styles from "./ActiveWork.module.css";

type Work = AppFrame["work"][number];

type Props = { open: boolean; onOpenChange: (open: boolean) => void; project: string };

export function ActiveWork({ open, onOpenChange, project }: Props) {
  const work = useFrame(project).data?.work ?? [];
  const { write } = useMay();
  const cancel = useChange(
    async ({ kind, id }: Pick<Work, "kind" | "id">) => {
      if (kind === "run") await post("/api/ci/runs/{runId}/cancel", { params: { runId: id } });
      else await post("/api/app/jobs/{jobId}/cancel", { params: { jobId: id } });
    },
    { stale: "frame", say: "It is being cancelled." },
  );
  return (
    <Sheet title="Running now" open={open} onOpenChange={onOpenChange}>
      {work.length === 0 && (
        <EmptyState title="Nothing is running" text="Running runs and jobs of this project appear here." />
      )}
      <ul className={styles.list}>
        {work.map((one) => (
          <li key={one.id} className={styles.one}>
            <div className={styles.head}>
              {one.kind === "run" ? (
                <TextLink to={paths.run(project, one.id)}>{one.title}</TextLink>
              ) : (
                <strong>{one.title}</strong>
              )}
              <TimeAgo time={one.startedAt} />
            </div>
            <Progress label={one.title} done={one.progress.done} total={one.progress.total} />
            {write && (
              <Button size="small" onClick={() => cancel.mutate({ kind: one.kind, id: one.id })}>
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
