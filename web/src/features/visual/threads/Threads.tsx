// Comments on the screenshot that one looks at: open conversations, those that are resolved, and a new one.
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { useCommands } from "../../../lib/commands.tsx";
import { readDraft } from "../../../lib/drafts.ts";
import { plural } from "../../../lib/format.ts";
import { CommentForm } from "./CommentForm.tsx";
import { Conversation } from "./Conversation.tsx";
import styles from "./Threads.module.css";
import { type Region, type Thread, useThreadChanges } from "./useThreads.ts";

type Props = {
  project: string;
  runId: string;
  shotId: string;
  /** Of this screenshot, numbered as on the picture. */
  threads: readonly Thread[];
  /** The change that one looks at: a new comment is about it. */
  about: (Region & { number: number }) | null;
  current: string | null;
  mayWrite: boolean;
  onShow: (thread: Thread) => void;
  /** The field was asked for by its key: what it stands in comes into sight. */
  onWrite: () => void;
};

export function Threads({ project, runId, shotId, threads, about, current, mayWrite, onShow, onWrite }: Props) {
  const changes = useThreadChanges(runId);
  const draft = `comment ${runId} ${shotId}`;
  const [writing, setWriting] = useState(() => readDraft(draft) !== "");
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<{ focus: () => void }>(null);
  /** How often the field was asked for: it takes the focus once each time, when it is there to take it. */
  const [asked, setAsked] = useState(0);
  const focused = useRef(() => {});
  useEffect(() => setWriting(readDraft(draft) !== ""), [draft]);
  useEffect(() => {
    if (asked === 0) return;
    field.current?.focus();
    focused.current();
  }, [asked]);
  /** Lasts until the field has the focus: what is typed before is meant for it, and decides nothing. */
  const write = () => {
    onWrite();
    setWriting(true);
    setAsked((count) => count + 1);
    return new Promise<void>((resolve) => {
      focused.current = resolve;
    });
  };
  const leave = () => {
    setWriting(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  useCommands(
    mayWrite
      ? [{ id: "review-comment", title: "Comment", keys: "t", group: "Visual review", opens: true, run: write }]
      : [],
  );
  const numbered = threads.map((thread, at) => ({ thread, number: at + 1 }));
  const open = numbered.filter(({ thread }) => !thread.resolved);
  const resolved = numbered.filter(({ thread }) => thread.resolved);
  const listed = (some: typeof numbered) => (
    <ul className={styles.list}>
      {some.map(({ thread, number }) => (
        <li key={thread.id}>
          <Conversation
            project={project}
            thread={thread}
            number={number}
            current={thread.id === current}
            changes={mayWrite ? changes : null}
            onShow={onShow}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <section className={styles.threads} aria-label="Comments">
      <h3>{open.length > 0 ? `Comments (${open.length})` : "Comments"}</h3>
      {threads.length === 0 && !writing && <p className={styles.quiet}>No comments.</p>}
      {open.length > 0 && listed(open)}
      {mayWrite && (
        <Writing
          shown={writing}
          {...{ draft, about, opener, field }}
          busy={changes.busy}
          onOpen={write}
          onLeave={leave}
          onSend={async (text, region, key) => (await changes.start(shotId, text, region, key)) !== null}
        />
      )}
      {resolved.length > 0 && (
        <details className={styles.resolved}>
          <summary>{plural(resolved.length, "resolved conversation")}</summary>
          {listed(resolved)}
        </details>
      )}
    </section>
  );
}

type WritingProps = Pick<Props, "about"> & {
  shown: boolean;
  draft: string;
  opener: RefObject<HTMLButtonElement | null>;
  field: RefObject<{ focus: () => void } | null>;
  busy: boolean;
  onOpen: () => void;
  onLeave: () => void;
  onSend: (text: string, region: Region | null, key: string) => Promise<boolean>;
};

function Writing({ shown, draft, about, opener, field, busy, onOpen, onLeave, onSend }: WritingProps) {
  const [pinned, setPinned] = useState(true);
  if (!shown)
    return (
      <Button ref={opener} size="small" onClick={onOpen} aria-keyshortcuts="t">
        Comment
      </Button>
    );
  const region = about && pinned ? { box: about.box, selector: about.selector } : null;
  return (
    <CommentForm
      ref={field}
      label="New comment"
      verb="Comment"
      draft={draft}
      busy={busy}
      onLeave={onLeave}
      onSend={(text, key) => onSend(text, region, key)}
    >
      {about ? (
        <label className={styles.pinned}>
          <input type="checkbox" checked={pinned} onChange={({ target }) => setPinned(target.checked)} />
          About change {about.number}
        </label>
      ) : (
        <span className={styles.quiet}>About the whole screenshot</span>
      )}
    </CommentForm>
  );
}
