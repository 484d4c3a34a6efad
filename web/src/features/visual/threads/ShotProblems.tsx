// Problems that the screenshot shows, and their assignees.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnswerAt } from "../../../../../api/endpoints/typedPath.ts";
import { ActingSelect } from "../../../components/ActingSelect.tsx";
import { TextLink } from "../../../components/Links.tsx";
import { Person } from "../../../components/Person.tsx";
import { Status } from "../../../components/Status.tsx";
import { get, post } from "../../../lib/api.ts";
import { useSend } from "../../../lib/change.ts";
import { useMembers } from "../../../lib/members.ts";
import { paths } from "../../../lib/paths.ts";
import { nameOf, peopleOptions } from "../../../lib/people.ts";
import { toast } from "../../../lib/toast.ts";
import styles from "./Threads.module.css";

type Problem = AnswerAt<"GET", "/api/app/runs/{runId}/shots/{shotId}/problems">["problems"][number];
type Props = { project: string; runId: string; shotId: string; mayWrite: boolean };

export function ShotProblems({ project, runId, shotId, mayWrite }: Props) {
  const client = useQueryClient();
  const members = useMembers();
  const key = ["problems of a screenshot", "problem", runId, shotId];
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      get("/api/app/runs/{runId}/shots/{shotId}/problems", { params: { runId, shotId }, signal }),
  });
  const assign = useSend({
    mutationFn: ({ problem: { id, rev }, email }: { problem: Problem; email: string }) =>
      post("/api/problems/{id}", { params: { id }, body: { rev, assignee: email || null } }),
    onSuccess: ({ id, rev }, { email }) =>
      toast.say(email ? `Assigned to ${nameOf(email, members)}.` : "Assignee removed.", () =>
        post("/api/problems/{id}/undo", { params: { id }, body: { rev } }).then(again, toast.failed),
      ),
    onError: toast.failed,
    onSettled: () => again(),
  });
  const again = () =>
    Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ["waiting"] })]);
  const problems = read.data?.problems ?? [];
  if (problems.length === 0) return null;
  return (
    <section className={styles.threads} aria-label="Problems">
      <h3>Problems</h3>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={problem.id} className={styles.problem}>
            <TextLink to={paths.problems(project)} search={{ problem: problem.id }}>
              {problem.title}
            </TextLink>
            <span className={styles.head}>
              <Status status={problem.status} />
              {mayWrite ? (
                <ActingSelect
                  label={`Assignee of: ${problem.title}`}
                  hiddenLabel
                  value={problem.assignee ?? ""}
                  disabled={assign.isPending}
                  onChange={(email) => assign.mutateAsync({ problem, email })}
                  options={[{ value: "", label: "Nobody" }, ...peopleOptions(members, problem.assignee)]}
                />
              ) : (
                problem.assignee && <Person who={problem.assignee} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
