// Writing a comment: @ mentions, Ctrl or ⌘ and Enter send, a draft survives a reload.
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from "react";
import { Button } from "../../../components/Button.tsx";
import { MentionField } from "../../../components/MentionField.tsx";
import { newKey, useDraft } from "../../../lib/drafts.ts";
import styles from "./Threads.module.css";

type Props = {
  label: string;
  verb: string;
  /** What the draft is kept under. */
  draft: string;
  /** What stands there where no draft is. */
  first?: string;
  busy: boolean;
  ref?: Ref<{ focus: () => void }>;
  /** Answers whether it was taken: only then the draft is gone, and the form is left. */
  onSend: (text: string, key: string) => Promise<boolean>;
  onLeave: () => void;
  children?: ReactNode;
};

export function CommentForm({ label, verb, draft, first, busy, ref, onSend, onLeave, children }: Props) {
  const [text, setText] = useDraft(draft, first);
  const key = useRef(newKey());
  const newest = useRef(text);
  newest.current = text;
  // Another text is another comment, also where the answer to the one before was lost.
  const change = (next: string) => {
    if (next.trim() !== newest.current.trim()) key.current = newKey();
    newest.current = next;
    setText(next);
  };
  /** From the press to the answer: a second press before the next drawing sends nothing. */
  const sending = useRef(false);
  const send = async () => {
    if (sending.current || busy || text.trim() === "") return;
    sending.current = true;
    try {
      if (!(await onSend(text.trim(), key.current))) return;
      key.current = newKey();
      // What was written while it was on its way stays.
      if (newest.current !== text) return;
      setText("");
      onLeave();
    } finally {
      sending.current = false;
    }
  };
  const form = useRef<HTMLFormElement>(null);
  // The browser scrolls to the field alone: the people that are offered, and the button, would stay below the edge.
  useEffect(() => {
    const all = form.current!;
    const show = () => all.contains(document.activeElement) && all.scrollIntoView({ block: "nearest" });
    const grown = new ResizeObserver(show);
    grown.observe(all);
    all.addEventListener("focusin", show);
    return () => {
      grown.disconnect();
      all.removeEventListener("focusin", show);
    };
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles.form} ref={form} onSubmit={submit}>
      <MentionField
        ref={ref}
        label={label}
        value={text}
        onChange={change}
        onSend={() => void send()}
        onLeave={onLeave}
        maxLength={5_000}
        placeholder="Write a comment. @ mentions people."
      />
      {children}
      <div className={styles.buttons}>
        <Button type="submit" size="small" kind="primary" busy={busy} disabled={text.trim() === ""}>
          {verb}
        </Button>
        <Button
          size="small"
          kind="ghost"
          onClick={() => {
            setText("");
            onLeave();
          }}
        >
          Discard
        </Button>
        <span className={styles.quiet}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  );
}
