// What people say about a problem.
import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { TextArea } from "../../components/Field.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { formatCount } from "../../lib/format.ts";
import { type Member, nameOf, type Problem } from "../../lib/problems.ts";
import styles from "./Problems.module.css";
import type { ProblemChanges } from "./useProblemChange.ts";

/** `changes` null: the person reads only. */
type Props = { problem: Problem; members: readonly Member[]; changes: ProblemChanges | null };

export function Comments({ problem, members, changes }: Props) {
  const { comments, commentCount } = problem;
  if (!changes && comments.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Comments ({formatCount(commentCount)})</h3>
      <ul className={styles.comments} aria-label="Comments">
        {comments.map(({ id, by, at, text }) => (
          <li key={id}>
            <p className={styles.quiet}>
              {nameOf(by, members)}, <TimeAgo time={at} />
            </p>
            <p className={styles.comment}>{text}</p>
          </li>
        ))}
      </ul>
      {changes && <NewComment problem={problem} changes={changes} />}
    </section>
  );
}

/** What was written and not sent, by problem: it is still there when the problem is opened again. */
const drafts = new Map<string, string>();

function NewComment({ problem, changes }: { problem: Problem; changes: ProblemChanges }) {
  const [text, setText] = useState(drafts.get(problem.id) ?? "");
  const change = (draft: string) => {
    if (draft === "") drafts.delete(problem.id);
    else drafts.set(problem.id, draft);
    setText(draft);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { done } = await changes.send(problem, { comment: text.trim() }, "Comment added.");
    if (done) change("");
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label="New comment"
        hiddenLabel
        rows={2}
        maxLength={5_000}
        value={text}
        onChange={change}
        placeholder="Comment"
      />
      <Button type="submit" busy={changes.busy} disabled={!text.trim()}>
        Comment
      </Button>
    </form>
  );
}
