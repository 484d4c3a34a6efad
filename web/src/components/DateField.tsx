// A date: typed as the browser lets people type one, or chosen from a calendar of our own.
import { Popover } from "@base-ui/react/popover";
import { CalendarDays } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { COVER } from "../lib/keys.ts";
import { Calendar } from "./Calendar.tsx";
import styles from "./DateField.module.css";
import field from "./Field.module.css";
import menu from "./Menu.module.css";

type Props = {
  label: string;
  /** As "2026-12-31"; "" for none. */
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
  const choose = (date: string) => {
    onChange(date);
    setOpen(false);
  };
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <div className={styles.date}>
        <input
          id={id}
          type="date"
          className={field.control}
          value={value}
          min={min}
          max={max}
          required={required}
          onChange={({ target }) => onChange(target.value)}
          aria-describedby={hint ? `${id}-hint` : undefined}
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
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
