// Changes many problems in one call. Shows one message with an undo, and the reasons for refused problems.
import { useQueryClient } from "@tanstack/react-query";
import type { AnswerAt, BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import type { Problem } from "../../lib/problems.ts";
import { toast } from "../../lib/toast.ts";

const CHANGE = "/api/app/projects/{slug}/problems/change";
const UNDO = "/api/app/projects/{slug}/problems/undo";
export type ManyChange = Omit<BodyAt<"POST", typeof CHANGE>, "problems">;
type Changed = AnswerAt<"POST", typeof CHANGE>;

/** Maximum number of problems in one change, set by the service. */
export const MAX_CHOSEN = 100;
/** Maximum number of refusals reported individually. */
const FEW = 3;

/** Message id. Only one message is shown at a time, because the undo of an earlier one would by then undo something else. */
const TOLD = "problems";

type Seen = Pick<Problem, "id" | "rev">;
type Before = Seen & Pick<Problem, "accepted">;
const seen = (problems: readonly Seen[]) => problems.map(({ id, rev }) => ({ id, rev }));

/** `said`: builds the message from the number of changed problems. */
type Asked = { problems: readonly Before[]; change: ManyChange; said: (count: string) => string };

/**
 * Returns the changes that undo a change. An acceptance is restored with the reason and the end date that each finding had; everything
 * else is undone by the service. Pure.
 */
export function undoesOf(changed: readonly Seen[], { change, problems }: Pick<Asked, "change" | "problems">) {
  const { accept } = change;
  if (accept === undefined) return [{ change: null, problems: seen(changed) }];
  if (accept !== null) return [{ change: { accept: null }, problems: seen(changed) }];
  const before = new Map(problems.map(({ id, accepted }) => [id, accepted]));
  const groups = Map.groupBy(changed, ({ id }) => JSON.stringify([before.get(id)?.reason, before.get(id)?.until]));
  return [...groups.values()].flatMap((own) => {
    const { reason, until } = before.get(own[0]?.id ?? "") ?? {};
    return reason && until ? [{ change: { accept: { reason, until } }, problems: seen(own) }] : [];
  });
}

export function useBulk(project: string) {
  const queries = useQueryClient();
  const params = { slug: project };
  const stale = () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.includes("problem") || queryKey.includes("finding"),
    });
  const refused = ({ refused: all }: Changed) => {
    for (const { message } of all.slice(0, FEW)) toast.failed(new Error(message));
    if (all.length > FEW) toast.failed(new Error(`${plural(all.length - FEW, "more problem")} not changed.`));
  };
  const back = useSend({
    mutationFn: async (undoes: ReturnType<typeof undoesOf>) => {
      const done: Changed = { changed: [], refused: [] };
      for (const { change, problems } of undoes) {
        const { changed, refused } = change
          ? await post(CHANGE, { params, body: { problems, ...change } })
          : await post(UNDO, { params, body: { problems } });
        done.changed = [...done.changed, ...changed];
        done.refused = [...done.refused, ...refused];
      }
      return done;
    },
    onSuccess: (answer) => {
      refused(answer);
      if (answer.changed.length > 0) toast.say("Change undone.", undefined, TOLD);
    },
    onSettled: stale,
    onError: toast.failed,
  });
  return useSend({
    mutationFn: ({ problems, change }: Asked) =>
      post(CHANGE, { params, body: { problems: seen(problems), ...change } }),
    onSuccess: (answer, asked) => {
      stale();
      refused(answer);
      const { changed } = answer;
      if (changed.length > 0)
        toast.say(asked.said(plural(changed.length, "problem")), () => back.mutate(undoesOf(changed, asked)), TOLD);
    },
  });
}
