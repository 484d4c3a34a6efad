// Comment form: @ mentions, Ctrl or ⌘ and Enter to send, and a draft that survives a reload.
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from "react";
import { Button } from "../../../components/Button.tsx";
import { MentionField } from "../../../components/MentionField.tsx";
import { useDraft } from "../../../lib/drafts.ts";
import styles from "./Threads.module.css";

type Props = {
  label: string;
  verb: string;
  /** Storage key of the draft. */
  draft: string;
  /** Initial text if there is no draft. */
  first?: string;
  busy: boolean;
  ref?: Ref<{ focus: () => void }>;
  /** Returns whether the comment was saved; only then are the draft cleared and the form closed. */
  onSend: (text: string) => Promise<boolean>;
  onLeave: () => void;
  children?: ReactNode;
};

export function CommentForm({ label, verb, draft, first, busy, ref, onSend, onLeave, children }: Props) {
  const [text, setText] = useDraft(draft, first);
  const newest = useRef(text);
  newest.current = text;
  /** Set from the press until the response, because the button renders as busy only later. */
  const sending = useRef(false);
  const send = async () => {
    if (sending.current || busy || text.trim() === "") return;
    sending.current = true;
    try {
      if (!(await onSend(text.trim()))) return;
      // Keeps text that was typed while the comment was being sent.
      if (newest.current !== text) return;
      setText("");
      onLeave();
    } finally {
      sending.current = false;
    }
  };
  const form = useRef<HTMLFormElement>(null);
  // The browser scrolls only the field into view; the suggested people and the button would stay hidden.
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
        onChange={setText}
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
