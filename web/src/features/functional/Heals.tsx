// Inbox of self-healing proposals: what a step looked for, what was found instead, and whether the scenario passed with it.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AppHeal } from "../../../../api/endpoints/answers/app/functional.ts";
import { Button } from "../../components/Button.tsx";
import { Select } from "../../components/Field.tsx";
import { Keys } from "../../components/Keys.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { useCommands } from "../../lib/commands.tsx";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./Heals.module.css";
import { HealView } from "./HealView.tsx";
import { beside, HEAL_LOOKS, nextOpen, shownOf, withDecided } from "./heals.ts";
import { RejectDialog } from "./RejectDialog.tsx";

type Decision = { healId: string; decision: "accept" | "reject" | "undo"; reason?: string };

const DONE = {
  accept: "Accepted: the step finds its element again.",
  reject: "Rejected: nothing was changed.",
  undo: "Reverted: the step is restored.",
};

const USUAL = { heals: "", heal: "" };

export function Heals({ project }: { project: string }) {
  const [{ heals: status }, setState] = useUrlState(USUAL);
  return (
    <>
      <Select
        label="Status"
        hiddenLabel
        value={status}
        onChange={(next) => setState({ heals: next, heal: "" })}
        options={[
          { value: "", label: "All proposals" },
          ...Object.entries(HEAL_LOOKS).map(([value, { word }]) => ({ value, label: word })),
        ]}
      />
      <Proposals key={`${project} ${status}`} project={project} status={status} />
    </>
  );
}

function Proposals({ project, status }: { project: string; status: string }) {
  const [{ heal }, setState] = useUrlState(USUAL);
  // A decision must not move the list under the reader, so what was decided stays until another filter is chosen.
  const [decided, setDecided] = useState<readonly AppHeal[]>([]);
  const heals = useInfiniteQuery({
    queryKey: ["heals", "heal", project, status],
    queryFn: ({ signal, pageParam }) =>
      get("/api/app/projects/{slug}/heals", {
        params: { slug: project },
        signal,
        query: { status, cursor: pageParam, limit: 50 },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const seen = useRef("");
  return (
    <Loaded query={heals}>
      {({ pages }) => {
        const all = withDecided(
          pages.flatMap((page) => page.heals),
          decided,
        );
        const shown = shownOf(all, [heal, seen.current]);
        if (!shown) return <None filtered={status !== ""} />;
        seen.current = shown.healId;
        return (
          <Inbox
            project={project}
            heals={all}
            shown={shown}
            onShow={(healId) => setState({ heal: healId })}
            onDecided={(now) => setDecided((before) => [...before.filter(({ healId }) => healId !== now.healId), now])}
            onMore={heals.hasNextPage ? () => void heals.fetchNextPage() : undefined}
          />
        );
      }}
    </Loaded>
  );
}

type InboxProps = {
  project: string;
  heals: readonly AppHeal[];
  shown: AppHeal;
  onShow: (healId: string) => void;
  onDecided: (now: AppHeal) => void;
  onMore?: () => void;
};

function Inbox({ project, heals, shown, onShow, onDecided, onMore }: InboxProps) {
  const { write } = useMay();
  const [rejecting, setRejecting] = useState(false);
  const decide = useDecide(project, (now, decision) => {
    onDecided(now);
    onShow(decision === "undo" ? now.healId : nextOpen(heals, now.healId) || now.healId);
  });
  const undo = () => decide.mutate({ healId: shown.healId, decision: "undo" });
  const open = write && shown.status === "proposed";
  const judge = (decision: "accept" | "reject", reason?: string) => {
    if (!open || decide.isPending) return undefined;
    // Errors are reported by `useDecide`.
    return decide.mutateAsync({ healId: shown.healId, decision, ...(reason ? { reason } : {}) }).catch(() => undefined);
  };
  const accept = () => judge("accept");
  const reject = () => judge("reject");
  const group = "Self-healing";
  useCommands([
    {
      id: "heal-next",
      title: "Next",
      group,
      keys: "j",
      keysOnly: true,
      held: true,
      run: () => onShow(beside(heals, shown.healId, 1)),
    },
    {
      id: "heal-back",
      title: "Previous",
      group,
      keys: "k",
      keysOnly: true,
      held: true,
      run: () => onShow(beside(heals, shown.healId, -1)),
    },
    ...(open
      ? [
          { id: "heal-accept", title: "Accept the proposal", group, keys: "a", run: accept, decides: true },
          { id: "heal-reject", title: "Reject the proposal", group, keys: "x", run: reject, decides: true },
          { id: "heal-reason", title: "Reject with a reason", group, keys: "X", run: () => setRejecting(true) },
        ]
      : []),
  ]);
  return (
    <div className={styles.inbox}>
      <nav aria-label="Proposals" className={styles.list}>
        <ul>
          {heals.map((heal) => (
            <li key={heal.healId}>
              <button
                type="button"
                className={styles.item}
                aria-current={heal.healId === shown.healId || undefined}
                onClick={() => onShow(heal.healId)}
              >
                <span className={styles.step}>{heal.step?.text || heal.scenario || heal.featureName}</span>
                <span className={styles.under}>
                  <Status {...(HEAL_LOOKS[heal.status] ?? { status: heal.status })} />
                  <TimeAgo time={heal.createdAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {onMore && <Button onClick={onMore}>Older proposals</Button>}
      </nav>
      <article className={styles.shown} aria-label="The proposal">
        {open && (
          <div className={styles.actions}>
            <Button kind="primary" busy={decide.isPending} onClick={accept}>
              Accept <Keys keys="a" />
            </Button>
            <Button disabled={decide.isPending} onClick={reject}>
              Reject <Keys keys="x" />
            </Button>
            <Button kind="ghost" disabled={decide.isPending} onClick={() => setRejecting(true)}>
              Reject with a reason <Keys keys="X" />
            </Button>
          </div>
        )}
        {write && shown.status === "applied" && (
          <div className={styles.actions}>
            <Button busy={decide.isPending} onClick={undo}>
              Undo
            </Button>
          </div>
        )}
        <HealView heal={shown} project={project} />
      </article>
      {rejecting && (
        <RejectDialog
          onClose={() => setRejecting(false)}
          onReject={(reason) => {
            setRejecting(false);
            void judge("reject", reason);
          }}
        />
      )}
    </div>
  );
}

function useDecide(project: string, onDecided: (now: AppHeal, decision: Decision["decision"]) => void) {
  const queries = useQueryClient();
  const stale = () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.includes("heal") || queryKey.includes("feature"),
    });
  const again = useRef<(decision: Decision) => void>(() => {});
  const decide = useSend({
    mutationFn: ({ healId, ...decision }: Decision) =>
      post("/api/app/projects/{slug}/heals/{healId}", { params: { slug: project, healId }, body: decision }),
    onSuccess: (now, { healId, decision }) => {
      stale();
      onDecided(now, decision);
      toast.say(DONE[decision], decision === "undo" ? undefined : () => again.current({ healId, decision: "undo" }));
    },
    onError: (error) => {
      // Somebody else was faster, or the step has changed since: reload the list.
      stale();
      toast.failed(error);
    },
  });
  again.current = decide.mutate;
  return decide;
}

function None({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      title={filtered ? "No matches" : "Nothing to heal"}
      text={
        filtered
          ? "Choose another status to see more."
          : "When a step no longer finds its element, open the run's timeline and heal the step. The proposal appears here for review."
      }
    />
  );
}
