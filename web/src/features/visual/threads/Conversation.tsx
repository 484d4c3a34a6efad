// One comment thread: messages, reply, resolve.
import { useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { TextLink } from "../../../components/Links.tsx";
import { Person } from "../../../components/Person.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { WrittenText } from "../../../components/WrittenText.tsx";
import { readDraft } from "../../../lib/drafts.ts";
import { paths } from "../../../lib/paths.ts";
import { useSession } from "../../../lib/session.ts";
import { CommentForm } from "./CommentForm.tsx";
import styles from "./Threads.module.css";
import { useOpened } from "./useOpened.ts";
import type { Message, Thread, ThreadChanges } from "./useThreads.ts";

type Props = {
  project: string;
  thread: Thread;
  number: number;
  current: boolean;
  /** null for viewers. */
  changes: ThreadChanges | null;
  onShow: (thread: Thread) => void;
};

export function Conversation({ project, thread, number, current, changes, onShow }: Props) {
  const { id, messages, resolved, from, pin } = thread;
  const draft = `reply ${id}`;
  const [answering, setAnswering] = useState(() => readDraft(draft) !== "");
  const opened = useOpened();
  const name = `Conversation ${number}`;
  return (
    <article className={styles.thread} aria-label={name} data-current={current || undefined}>
      <header className={styles.head}>
        {pin && !resolved ? (
          <button
            type="button"
            className={styles.pin}
            aria-label={`Show ${name} on the screenshot`}
            onClick={() => onShow(thread)}
          >
            {number}
          </button>
        ) : (
          <span className={styles.quiet}>
            {pin ? "" : thread.selector ? "Not on this screenshot" : "Whole screenshot"}
          </span>
        )}
        {from && (
          <span className={styles.quiet}>
            from <TextLink to={paths.review(project, from)}>an earlier run</TextLink>
          </span>
        )}
      </header>
      <ol className={styles.messages}>
        {messages.map((message) => (
          <li key={message.id}>
            <Comment thread={thread} message={message} changes={changes} />
          </li>
        ))}
      </ol>
      {resolved && (
        <p className={styles.quiet}>
          Resolved by <Person who={resolved.by} plain />, <TimeAgo time={resolved.at} />
        </p>
      )}
      {changes && answering && (
        <CommentForm
          ref={opened.field}
          label={`Reply to conversation ${number}`}
          verb={resolved ? "Reply and reopen" : "Reply"}
          draft={draft}
          busy={changes.busy}
          onLeave={() => setAnswering(false)}
          onSend={async (text) => (await changes.reply(thread, text)) !== null}
        />
      )}
      {changes && !answering && (
        <div className={styles.buttons}>
          <Button size="small" kind="ghost" onClick={() => opened.by(() => setAnswering(true))}>
            Reply
          </Button>
          <Button
            size="small"
            kind="ghost"
            busy={changes.busy}
            onClick={() => void (resolved ? changes.reopen(thread) : changes.resolve(thread))}
          >
            {resolved ? "Reopen" : "Resolve"}
          </Button>
        </div>
      )}
    </article>
  );
}

type CommentProps = { thread: Thread; message: Message; changes: ThreadChanges | null };

function Comment({ thread, message, changes }: CommentProps) {
  const me = useSession().data?.user.email;
  const [editing, setEditing] = useState(false);
  const opened = useOpened();
  const { by, at, text, editedAt, deletedAt } = message;
  if (deletedAt)
    return (
      <p className={styles.quiet}>
        <Person who={by} plain /> deleted this comment, <TimeAgo time={deletedAt} />
      </p>
    );
  return (
    <>
      <p className={styles.who}>
        <Person who={by} />
        <span className={styles.quiet}>
          <TimeAgo time={at} />
          {editedAt && ", edited"}
        </span>
      </p>
      {editing && changes ? (
        <CommentForm
          ref={opened.field}
          label="Edit the comment"
          verb="Save"
          draft={`edit ${message.id} ${message.rev}`}
          first={text}
          busy={changes.busy}
          onLeave={() => setEditing(false)}
          onSend={async (next) => (await changes.edit(thread, message, next)) !== null}
        />
      ) : (
        <WrittenText text={text} />
      )}
      {changes && by === me && !editing && (
        <div className={styles.own}>
          <Button size="small" kind="ghost" onClick={() => opened.by(() => setEditing(true))}>
            Edit
          </Button>
          <Button size="small" kind="ghost" busy={changes.busy} onClick={() => void changes.remove(thread, message)}>
            Delete
          </Button>
        </div>
      )}
    </>
  );
}
