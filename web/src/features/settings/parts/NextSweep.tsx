// What the next sweep deletes of a project, below the numbers of what it keeps.
import { useQuery } from "@tanstack/react-query";
import type { AnswerAt } from "../../../../../api/endpoints/typedPath.ts";
import { RETENTION, RETENTION_KINDS } from "../../../../../domain/words/retention.ts";
import { sizeWords } from "../../../../../domain/words/storage.ts";
import { Button } from "../../../components/Button.tsx";
import { get, post } from "../../../lib/api.ts";
import { useChange } from "../../../lib/change.ts";
import { formatAgo, formatCount, formatDate } from "../../../lib/format.ts";
import { useMay } from "../../../lib/session.ts";
import styles from "../Settings.module.css";

const PATH = "/api/app/projects/{slug}/next-sweep";
type Next = AnswerAt<"GET", typeof PATH>;
/** While a worker counts. */
const LOOK_MS = 2_000;

export function NextSweep({ project }: { project: string }) {
  const { administer } = useMay();
  const next = useQuery({
    queryKey: ["next-sweep", project],
    queryFn: ({ signal }) => get(PATH, { params: { slug: project }, signal }),
    refetchInterval: ({ state }) => (state.data?.counting ? LOOK_MS : false),
  });
  const count = useChange(() => post(PATH, { params: { slug: project } }), { stale: "next-sweep" });
  if (!next.data) return null;
  const { counting, plan, error } = next.data;
  return (
    <div className={styles.part}>
      <p>{whenOf(next.data)}</p>
      {error && (
        <p role="alert" className={styles.error}>
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

/** When it comes, and when the last one was. */
export function whenOf({ daily, announcedAt, lastAt }: Next): string {
  if (!daily) return "Nothing is deleted by itself here: the operator of the service turned the daily sweep off.";
  if (announcedAt !== null)
    return `The first sweep comes on ${formatDate(announcedAt)}. Until then nothing is deleted.`;
  if (lastAt !== null) return `A sweep runs every day. The last one ended ${formatAgo(lastAt)}.`;
  return "The first sweep is announced here a week before it comes.";
}

/** What it deletes of the project, as it was counted. */
export function planWords({ at, runs, artifacts, bytes }: NonNullable<Next["plan"]>): string {
  const kinds = RETENTION_KINDS.filter((kind) => runs[kind] > 0);
  if (kinds.length === 0 && artifacts === 0) return `Counted ${formatAgo(at)}: the next sweep deletes nothing here.`;
  const parts = kinds.map((kind) => `${formatCount(runs[kind])} ${RETENTION[kind].plural}`);
  const files = artifacts > 0 ? [`${formatCount(artifacts)} files (${sizeWords(bytes)}) a day later`] : [];
  return `Counted ${formatAgo(at)}: the next sweep deletes ${[...parts, ...files].join(", ")}.`;
}
