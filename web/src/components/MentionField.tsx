// Comment field that offers the members after "@". It implements its own list box, because Base UI's combobox takes Home, End and Escape
// away from multi-line text.
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { mentionKey, mentionTyped, peopleFor } from "../../../domain/words/people.ts";
import { plural } from "../lib/format.ts";
import { useMembers } from "../lib/members.ts";
import type { Member } from "../lib/people.ts";
import field from "./Field.module.css";
import styles from "./MentionField.module.css";
import { Person } from "./Person.tsx";

type Props = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** On Ctrl or ⌘ and Enter. */
  onSend: () => void;
  /** On Escape, if the list is closed. */
  onLeave?: () => void;
  placeholder?: string;
  maxLength: number;
  rows?: number;
  disabled?: boolean;
  ref?: Ref<{ focus: () => void }>;
};

export function MentionField({ label, value, onChange, onSend, onLeave, ref, rows = 2, ...rest }: Props) {
  const id = useId();
  const members = useMembers();
  const area = useRef<HTMLTextAreaElement>(null);
  /** Caret position to set once the text with the inserted name is rendered. */
  const caret = useRef<number | null>(null);
  const [typed, setTyped] = useState<{ start: number; typed: string } | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = typed ? peopleFor(typed.typed, members) : [];
  const current = Math.min(chosen, offered.length - 1);
  const isOpen = offered.length > 0;
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  useEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);

  const list = useRef<HTMLUListElement>(null);
  // Near the bottom of a scroll container the list would open out of view.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);

  const look = () => {
    const { selectionStart, selectionEnd, value: text } = area.current!;
    setTyped(selectionStart === selectionEnd ? mentionTyped(text, selectionStart) : null);
    setChosen(0);
  };
  const take = (member: Member | undefined) => {
    if (!member || !typed) return;
    const name = `@${mentionKey(member, members)} `;
    const end = typed.start + 1 + typed.typed.length;
    caret.current = typed.start + name.length;
    onChange(value.slice(0, typed.start) + name + value.slice(end).replace(/^ /, ""));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (event.key === "Escape") {
      // Escape must not reach the screen's own handler while somebody is typing.
      event.preventDefault();
      event.stopPropagation();
      if (isOpen) setTyped(null);
      else onLeave?.();
      return;
    }
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((current + step + offered.length) % offered.length);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) take(offered[current]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.around}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={area}
        className={field.control}
        rows={rows}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          look();
        }}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key) && look()}
        onClick={look}
        onBlur={() => setTyped(null)}
        {...rest}
      />
      <p className="sr-only" role="status">
        {isOpen ? `${plural(offered.length, "person", "people")}. ${offered[current]?.name ?? ""}` : ""}
      </p>
      {isOpen && (
        <ul ref={list} className={styles.people} id={`${id}-people`} role="listbox" aria-label="People to mention">
          {offered.map((member, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <li
              key={member.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === current}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
            >
              <Person who={member.email} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
