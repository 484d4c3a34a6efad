// Date field: accepts a typed date in the local format, or a date chosen from a calendar.
import { Popover } from "@base-ui/react/popover";
import { CalendarDays } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { readDate, within, writtenDate } from "../lib/calendar.ts";
import { COVER } from "../lib/keys.ts";
import { Calendar } from "./Calendar.tsx";
import styles from "./DateField.module.css";
import field from "./Field.module.css";
import menu from "./Menu.module.css";

const LANGUAGE = navigator.language;
const written = (date: string): string => writtenDate(date, LANGUAGE);

type Props = {
  label: string;
  /** As "2026-12-31"; "" if no date is set. */
  value: string;
  onChange: (date: string) => void;
  min?: string;
  max?: string;
  required?: boolean;
  hint?: ReactNode;
};

export function DateField({ label, value, onChange, min, max, required, hint }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Text while it is typed or is not a valid date; null to show the formatted date. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(true);
  const read = (text: string) => {
    const date = readDate(text, LANGUAGE);
    return date && within(date, { min, max }) === date ? date : "";
  };
  const isWrong = typed !== null && typed.trim() !== "" && read(typed) === "";
  const error = isWrong ? `Enter a date${min && max ? ` from ${written(min)} to ${written(max)}` : ""}.` : "";
  const isTold = isWrong && isLeft;
  useEffect(() => input.current?.setCustomValidity(error), [error]);
  const choose = (date: string) => {
    onChange(date);
    setTyped(null);
    setOpen(false);
  };
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <div className={styles.date}>
        <input
          ref={input}
          id={id}
          className={field.control}
          value={typed ?? (value && written(value))}
          required={required}
          autoComplete="off"
          placeholder={`Such as ${written(max ?? "2026-12-31")}`}
          onChange={({ target }) => {
            setTyped(target.value);
            setLeft(false);
            onChange(read(target.value));
          }}
          onBlur={() => {
            setLeft(true);
            if (!isWrong) setTyped(null);
          }}
          onKeyDown={({ key }) => key === "ArrowDown" && setOpen(true)}
          aria-invalid={isTold || undefined}
          aria-describedby={[hint && `${id}-hint`, isTold && `${id}-error`].filter(Boolean).join(" ") || undefined}
        />
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger className={styles.open} aria-label={`Calendar: ${label}`}>
            <CalendarDays size={16} aria-hidden="true" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className={menu.place} align="end" sideOffset={4}>
              <Popover.Popup
                ref={popup}
                className={`${menu.popup} ${styles.popup}`}
                aria-label={label}
                initialFocus={() => popup.current?.querySelector<HTMLElement>("td [tabindex='0']") ?? true}
                {...COVER}
              >
                <Calendar value={value} onChoose={choose} min={min} max={max} />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      {isTold && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </div>
  );
}
