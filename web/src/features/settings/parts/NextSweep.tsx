// What the next sweep deletes from a project, shown below the retention settings.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/Button.tsx";
import { get, post } from "../../../lib/api.ts";
import { againIfAway } from "../../../lib/away.ts";
import { useChange } from "../../../lib/change.ts";
import { useMay } from "../../../lib/session.ts";
import { NEXT_SWEEP, planWords, whenOf } from "../keepWords.ts";
import styles from "../Settings.module.css";

/** Polling interval while a worker is counting. */
const LOOK_MS = 2_000;

export function NextSweep({ project }: { project: string }) {
  const { administer } = useMay();
  const next = useQuery({
    queryKey: ["next-sweep", project],
    queryFn: ({ signal }) => get(NEXT_SWEEP, { params: { slug: project }, signal }),
    refetchInterval: ({ state }) => (state.data?.counting ? LOOK_MS : againIfAway(state.error)),
  });
  const count = useChange(() => post(NEXT_SWEEP, { params: { slug: project } }), { stale: "next-sweep" });
  if (!next.data) return null;
  const { counting, plan, error } = next.data;
  return (
    <div className={styles.part}>
      <p>{whenOf(next.data)}</p>
      {error && (
        <p role="alert" className="error">
          The last sweep failed: {error}
        </p>
      )}
      {plan && <p>{planWords(plan)}</p>}
      {administer && (
        <div>
          <Button size="small" busy={counting || count.isPending} onClick={() => count.mutate(undefined)}>
            Count what the next sweep deletes
          </Button>
        </div>
      )}
    </div>
  );
}
