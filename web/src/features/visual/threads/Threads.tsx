// Comments on the current screenshot: open threads, resolved ones, and a new comment.
import { type RefObject, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { useCommands } from "../../../lib/commands.tsx";
import { readDraft } from "../../../lib/drafts.ts";
import { plural } from "../../../lib/format.ts";
import { useEach } from "../../../lib/useEach.ts";
import { CommentForm } from "./CommentForm.tsx";
import { Conversation } from "./Conversation.tsx";
import styles from "./Threads.module.css";
import { type Region, type Thread, useThreadChanges } from "./useThreads.ts";

type Props = {
  project: string;
  runId: string;
  shotId: string;
  /** Threads of this screenshot, numbered as on the picture. */
  threads: readonly Thread[];
  /** The selected change, which a new comment is about. */
  about: (Region & { number: number }) | null;
  /** Box drawn for the comment, used instead of the change. */
  drawn: Region["box"] | null;
  drawing: boolean;
  /** Starts or stops drawing a box; either way the current box is discarded. */
  onDraw: (on: boolean) => void;
  current: string | null;
  mayWrite: boolean;
  onShow: (thread: Thread) => void;
  /** Called when the comment key was pressed; scrolls the form's container into view. */
  onWrite: () => void;
  /** Called after the comment was sent or discarded. */
  onWritten: () => void;
};

/** Returns the storage key of the draft of a new comment. */
export const draftKey = (runId: string, shotId: string): string => `comment ${runId} ${shotId}`;

export function Threads(props: Props) {
  const { project, runId, shotId, threads, about, drawn, drawing, onDraw, current, mayWrite, onShow } = props;
  const { onWrite, onWritten } = props;
  const changes = useThreadChanges(runId);
  const draft = draftKey(runId, shotId);
  const [writing, setWriting] = useState(() => readDraft(draft) !== "");
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<{ focus: () => void }>(null);
  /** Number of times the field was requested; each time it is focused once, as soon as it is rendered. */
  const [asked, setAsked] = useState(0);
  const focused = useRef(() => {});
  useEach(draft, () => setWriting(readDraft(draft) !== ""));
  useEach(asked, () => {
    if (asked === 0) return;
    field.current?.focus();
    focused.current();
  });
  /** Resolves once the field has the focus, so that keys pressed until then do not run other commands. */
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
    onDraw(false);
    requestAnimationFrame(() => opener.current?.focus());
    onWritten();
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
          {...{ draft, about, drawn, drawing, onDraw, opener, field }}
          busy={changes.busy}
          onOpen={write}
          onLeave={leave}
          onSend={async (text, region) => (await changes.start(shotId, text, region)) !== null}
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

type WritingProps = Pick<Props, "about" | "drawn" | "drawing" | "onDraw"> & {
  shown: boolean;
  draft: string;
  opener: RefObject<HTMLButtonElement | null>;
  field: RefObject<{ focus: () => void } | null>;
  busy: boolean;
  onOpen: () => void;
  onLeave: () => void;
  onSend: (text: string, region: Region | null) => Promise<boolean>;
};

function Writing(props: WritingProps) {
  const { shown, draft, about, drawn, drawing, onDraw, opener, field, busy, onOpen, onLeave, onSend } = props;
  const [pinned, setPinned] = useState(true);
  if (!shown)
    return (
      <Button ref={opener} size="small" onClick={onOpen} aria-keyshortcuts="t">
        Comment
      </Button>
    );
  const change = about && pinned ? { box: about.box, selector: about.selector } : null;
  const region = drawn ? { box: drawn, selector: "" } : change;
  return (
    <CommentForm
      ref={field}
      label="New comment"
      verb="Comment"
      draft={draft}
      busy={busy}
      onLeave={onLeave}
      onSend={(text) => onSend(text, region)}
    >
      {drawing ? (
        <span className={styles.quiet} role="status">
          Draw a box on the screenshot, or click a point.
        </span>
      ) : drawn ? (
        <span className={styles.quiet} role="status">
          About the box that you drew
        </span>
      ) : about ? (
        <label className={styles.pinned}>
          <input type="checkbox" checked={pinned} onChange={({ target }) => setPinned(target.checked)} />
          About change {about.number}
        </label>
      ) : (
        <span className={styles.quiet}>About the whole screenshot</span>
      )}
      <Button size="small" kind="ghost" onClick={() => onDraw(!(drawing || drawn))}>
        {drawing ? "Stop drawing" : drawn ? "Remove the box" : "Draw a box"}
      </Button>
    </CommentForm>
  );
}
