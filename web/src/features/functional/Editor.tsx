// Container of the Gherkin editor, which is loaded when first shown.
import { type RefObject, useEffect, useRef, useState } from "react";
import { SkeletonRows } from "../../components/Skeleton.tsx";
import { ErrorState } from "../../components/States.tsx";
import type { EditorOptions, Editor as Handle } from "./editor.ts";
import styles from "./Feature.module.css";

type Props = Omit<EditorOptions, "place"> & { handle: RefObject<Handle | null> };

/** `text` is the initial text; a new `key` creates a new editor. */
export function Editor({ handle, text, readOnly, ...calls }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(calls);
  latest.current = calls;
  const beginning = useRef(text);
  const [state, setState] = useState<{ ready: boolean; error: unknown }>({ ready: false, error: null });
  useEffect(() => {
    let gone = false;
    let editor: Handle | null = null;
    import("./editor.ts").then(
      ({ createEditor }) => {
        if (gone || !place.current) return;
        editor = createEditor({
          place: place.current,
          text: beginning.current,
          readOnly,
          steps: () => latest.current.steps(),
          check: (now) => latest.current.check(now),
          onChange: (now) => latest.current.onChange(now),
          onSave: () => latest.current.onSave(),
        });
        handle.current = editor;
        setState({ ready: true, error: null });
      },
      (error: unknown) => setState({ ready: false, error }),
    );
    return () => {
      gone = true;
      editor?.destroy();
      handle.current = null;
    };
  }, [handle, readOnly]);
  return (
    <div className={styles.editor}>
      {state.error !== null && <ErrorState error={state.error} title="The editor could not be loaded" />}
      {!state.ready && state.error === null && <SkeletonRows rows={8} height={22} />}
      <div ref={place} />
    </div>
  );
}
