// Container of the Gherkin editor.
import { type RefObject, useEffect, useRef } from "react";
import { createEditor, type EditorOptions, type Editor as Handle } from "./editor.ts";
import styles from "./Feature.module.css";

type Props = Omit<EditorOptions, "place"> & { handle: RefObject<Handle | null> };

/** `text` is the initial text; a new `key` creates a new editor. */
export function Editor({ handle, text, readOnly, ...calls }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(calls);
  latest.current = calls;
  /** The text of the next editor: this one ends when the page is hidden, too. */
  const written = useRef(text);
  useEffect(() => {
    const editor = createEditor({
      place: place.current as HTMLDivElement,
      text: written.current,
      readOnly,
      steps: () => latest.current.steps(),
      check: (now) => latest.current.check(now),
      onChange: (now) => {
        written.current = now;
        latest.current.onChange(now);
      },
      onSave: () => latest.current.onSave(),
    });
    handle.current = editor;
    return () => {
      editor.destroy();
      handle.current = null;
    };
  }, [handle, readOnly]);
  return <div className={styles.editor} ref={place} />;
}
