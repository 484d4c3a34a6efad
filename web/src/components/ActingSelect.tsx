// A select whose choice acts immediately, such as a role. With the keyboard the choice waits for Enter or its button, because in a closed
// select every arrow key chooses.
import { type KeyboardEvent, useRef, useState } from "react";
import styles from "./ActingSelect.module.css";
import { Button } from "./Button.tsx";
import { Select, type SelectProps } from "./Field.tsx";

/** Returns whether a key opens the list of a select, in which the next choice is a deliberate one. */
const opens = ({ key, altKey }: KeyboardEvent): boolean => key === " " || key === "F4" || altKey;

/** `onChange`: the returned promise lasts until `value` is the new one, or until the change has failed. */
type Props = Omit<SelectProps, "onChange"> & { onChange: (value: string) => Promise<unknown> };

export function ActingSelect({ value, onChange, ...rest }: Props) {
  const [waiting, setWaiting] = useState<string | null>(null);
  /** Shown while it is being saved. */
  const [sent, setSent] = useState<string | null>(null);
  const shown = sent ?? value;
  const byKeys = useRef(false);
  const choose = (next: string) => {
    setWaiting(null);
    if (next === shown) return;
    setSent(next);
    const done = () => setSent((newest) => (newest === next ? null : newest));
    onChange(next).then(done, done);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    byKeys.current = !opens(event);
    if (waiting === null) return;
    if (event.key === "Enter") choose(waiting);
    else if (event.key === "Escape") setWaiting(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears how the select inside was used.
    <span
      className={styles.both}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        byKeys.current = false;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWaiting(null);
      }}
    >
      <Select
        {...rest}
        value={waiting ?? shown}
        onChange={(next) => {
          if (byKeys.current) setWaiting(next === shown ? null : next);
          else choose(next);
        }}
      />
      {waiting !== null && (
        <Button size="small" onClick={() => choose(waiting)}>
          Apply
        </Button>
      )}
    </span>
  );
}
