// Comments on a problem.
import type { FormEvent } from "react";
import { Button } from "../../components/Button.tsx";
import { MentionField } from "../../components/MentionField.tsx";
import { Person } from "../../components/Person.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { WrittenText } from "../../components/WrittenText.tsx";
import { useDraft } from "../../lib/drafts.ts";
import { formatCount } from "../../lib/format.ts";
import type { Problem } from "../../lib/problems.ts";
import styles from "./Problems.module.css";
import type { ProblemChanges } from "./useProblemChange.ts";

/** `changes` is null for viewers. */
type Props = { problem: Problem; changes: ProblemChanges | null };

export function Comments({ problem, changes }: Props) {
  const { comments, commentCount } = problem;
  if (!changes && comments.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Comments ({formatCount(commentCount)})</h3>
      <ul className={styles.comments} aria-label="Comments">
        {comments.map(({ id, by, at, text }) => (
          <li key={id}>
            <p className="remark">
              <Person who={by} /> <TimeAgo time={at} />
            </p>
            <WrittenText text={text} />
          </li>
        ))}
      </ul>
      {changes && <NewComment problem={problem} changes={changes} />}
    </section>
  );
}

function NewComment({ problem, changes }: { problem: Problem; changes: ProblemChanges }) {
  const [text, setText] = useDraft(`problem ${problem.id}`);
  const { refused } = changes;
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (changes.busy || !text.trim()) return;
    const { done } = await changes.send(problem, { comment: text.trim() }, "Comment added.");
    if (done) setText("");
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <MentionField
        label="New comment"
        maxLength={5_000}
        value={text}
        onChange={setText}
        onSend={() => void submit()}
        placeholder="Comment. @ mentions people."
      />
      <SaveProblem error={refused?.id === problem.id && refused.comment ? refused.message : null} />
      <Button type="submit" busy={changes.busy} disabled={!text.trim()}>
        Comment
      </Button>
    </form>
  );
}
