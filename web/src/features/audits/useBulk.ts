// Changing many problems at once: told once, with its undo; what was refused is said with the reason.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnswerAt, BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { useToast } from "../../components/Toast.tsx";
import { post } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import type { Problem } from "../../lib/problems.ts";

const CHANGE = "/api/app/projects/{slug}/problems/change";
const UNDO = "/api/app/projects/{slug}/problems/undo";
export type ManyChange = Omit<BodyAt<"POST", typeof CHANGE>, "problems">;
type Changed = AnswerAt<"POST", typeof CHANGE>;

/** Problems of one change; the service takes no more. */
export const MOST_AT_ONCE = 100;
/** Reasons of refusals that are told one by one. */
const FEW = 3;

type Seen = Pick<Problem, "id" | "rev">;
const seen = (problems: readonly Seen[]) => problems.map(({ id, rev }) => ({ id, rev }));

/** `said`: what was done with so many, as a sentence. */
type Asked = { problems: readonly Seen[]; change: ManyChange; said: (count: string) => string };

export function useBulk(project: string) {
  const queries = useQueryClient();
  const toast = useToast();
  const params = { slug: project };
  const stale = () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.includes("problem") || queryKey.includes("finding"),
    });
  const refused = ({ refused: all }: Changed) => {
    for (const { message } of all.slice(0, FEW)) toast.failed(new Error(message));
    if (all.length > FEW) toast.failed(new Error(`${plural(all.length - FEW, "more problem")} not changed.`));
  };
  const back = useMutation({
    mutationFn: ({ changed, change }: { changed: readonly Seen[]; change: ManyChange }) =>
      // Findings carry their acceptance themselves, so it is taken back and not undone.
      "accept" in change
        ? post(CHANGE, { params, body: { problems: seen(changed), accept: null } })
        : post(UNDO, { params, body: { problems: seen(changed) } }),
    onSuccess: (answer) => {
      stale();
      refused(answer);
      if (answer.changed.length > 0) toast.say("Change undone.");
    },
    onError: toast.failed,
  });
  return useMutation({
    mutationFn: ({ problems, change }: Asked) =>
      post(CHANGE, { params, body: { problems: seen(problems), ...change } }),
    onSuccess: (answer, { change, said }) => {
      stale();
      refused(answer);
      const { changed } = answer;
      if (changed.length > 0)
        toast.say(said(plural(changed.length, "problem")), () => back.mutate({ changed, change }));
    },
    onError: toast.failed,
  });
}
