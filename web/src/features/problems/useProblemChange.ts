// Changes a problem, one change at a time, each with one message and an undo. If a change is refused, shows the current state.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { errorText, post } from "../../lib/api.ts";
import { newerThan, useSend, useUnseen } from "../../lib/change.ts";
import type { Member, Problem } from "../../lib/problems.ts";
import { toast } from "../../lib/toast.ts";
import { standsText } from "./model.ts";
import { problemKey } from "./useProblems.ts";

/** Omitted fields stay unchanged; null clears a field. */
export type Change = Omit<BodyAt<"POST", "/api/problems/{id}">, "rev">;

/** The revision the person saw. */
type Seen = Pick<Problem, "id" | "rev">;
type Sent = Seen & { change: Change | "undo" };

/** `now`: the problem after the change, or after the other person's change that caused the refusal. */
type Outcome = { done: boolean; now: Problem | null };

export type ProblemChanges = {
  busy: boolean;
  /** Id of the problem whose last change was refused, the reason, and whether it was a comment. */
  refused: { id: string; message: string; comment: boolean } | null;
  /** Does nothing while another change is in progress. `said`: what was done, as a sentence. */
  send(seen: Seen, change: Change, said: string): Promise<Outcome>;
  undo(seen: Seen): Promise<Outcome>;
  forget(): void;
};

const NOTHING: Outcome = { done: false, now: null };

export function useProblemChanges(members: readonly Member[]): ProblemChanges {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<ProblemChanges["refused"]>(null);
  const unseen = useUnseen();
  // A ref, because the mutation's state renders only after the press.
  const busy = useRef(false);
  /** Closes the problem's previous message, whose undo would by now undo something else. */
  const told = useRef(new Map<string, () => void>());
  const request = useSend({
    mutationFn: ({ id, rev, change }: Sent) =>
      change === "undo"
        ? post("/api/problems/{id}/undo", { params: { id }, body: { rev } })
        : post("/api/problems/{id}", { params: { id }, body: { rev, ...change } }),
  });
  const take = (now: Problem) => queries.setQueriesData({ queryKey: problemKey(now.id) }, now);
  const tell = (id: string, said: string, undo?: () => unknown) => {
    told.current.get(id)?.();
    told.current.set(id, toast.say(said, undo));
  };
  const attempt = async (sent: Sent, said: (now: Problem) => void): Promise<Outcome> => {
    if (busy.current) return NOTHING;
    busy.current = true;
    setRefused(null);
    try {
      const now = await request.mutateAsync(sent);
      take(now);
      said(now);
      return { done: true, now };
    } catch (error) {
      const now = newerThan<Problem>(error);
      if (now) take(now);
      const message = now
        ? `Somebody else changed this problem. It is now: ${standsText(now, members)}.`
        : errorText(error);
      setRefused({ id: sent.id, message, comment: sent.change !== "undo" && "comment" in sent.change });
      unseen(message);
      return { done: false, now };
    } finally {
      busy.current = false;
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes("problem") });
    }
  };
  const undo = (seen: Seen) => attempt({ ...seen, change: "undo" }, ({ id }) => tell(id, "Change undone."));
  return {
    busy: request.isPending,
    refused,
    undo,
    send: (seen, change, said) =>
      attempt({ ...seen, change }, (now) =>
        // Everything except a comment can be undone.
        tell(now.id, said, "comment" in change ? undefined : () => void undo(now)),
      ),
    forget: () => setRefused(null),
  };
}
