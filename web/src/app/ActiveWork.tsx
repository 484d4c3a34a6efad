// What runs now, with its progress, and how to stop it.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../components/Button.tsx";
import { Sheet } from "../components/Dialog.tsx";
import { TextLink } from "../components/Links.tsx";
import { Progress } from "../components/Progress.tsx";
import { EmptyState } from "../components/States.tsx";
import { TimeAgo } from "../components/TimeAgo.tsx";
import { useToast } from "../components/Toast.tsx";
import { callTool, get, post } from "../lib/api.ts";
import { pollInterval } from "../lib/live.ts";
import { paths } from "../lib/paths.ts";
import { useMay } from "../lib/session.ts";
import styles from "./ActiveWork.module.css";

type Work = {
  kind: "run" | "job";
  id: string;
  title: string;
  startedAt: string;
  progress: { done: number; total: number } | null;
  cancel: boolean;
};

export function useActiveWork(project: string): readonly Work[] {
  const work = useQuery({
    queryKey: ["active", "run", "job", project],
    queryFn: ({ signal }) =>
      get<{ work: Work[] }>(`/api/app/projects/${encodeURIComponent(project)}/active`, { signal }),
    enabled: project !== "",
    refetchInterval: ({ state }) => pollInterval((state.data?.work.length ?? 0) > 0),
  });
  return work.data?.work ?? [];
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void; project: string };

export function ActiveWork({ open, onOpenChange, project }: Props) {
  const work = useActiveWork(project);
  const { write } = useMay();
  const toast = useToast();
  const cancel = async ({ kind, id }: Work) => {
    try {
      if (kind === "run") await post(`/api/tests/cancel/${encodeURIComponent(id)}`);
      else await callTool("cancel_job", { project, jobId: id, confirm: true });
      toast.say("It is being cancelled.");
    } catch (error) {
      toast.failed(error);
    }
  };
  return (
    <Sheet title="What runs now" open={open} onOpenChange={onOpenChange}>
      {work.length === 0 && (
        <EmptyState title="Nothing runs" text="Runs and jobs of this project appear here while they go on." />
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
            <Progress label={one.title} done={one.progress?.done ?? null} total={one.progress?.total ?? null} />
            {write && one.cancel && (
              <Button size="small" onClick={() => void cancel(one)}>
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
