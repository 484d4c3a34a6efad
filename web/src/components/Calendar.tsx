// Calendar of one month, operated with the pointer or with the arrow keys, Home, End, Page Up, Page Down and Enter.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { addMonths, type Bounds, dateAfterKey, firstDayOf, isDate, weeksOf, within } from "../lib/calendar.ts";
import { dateIn } from "../lib/dates.ts";
import styles from "./DateField.module.css";
import { IconButton } from "./IconButton.tsx";

const LANGUAGE = navigator.language;
const FIRST_DAY = firstDayOf(LANGUAGE);
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", ...options });
  return (date: string): string => formatter.format(new Date(`${date}T00:00:00Z`));
};
const monthName = format({ month: "long", year: "numeric" });
const shortDay = format({ weekday: "short" });
const longDay = format({ weekday: "long" });
const wholeDate = format({ dateStyle: "full" });
/** A complete week, whatever weekday it starts on. */
const WEEK = weeksOf("2026-06-15", FIRST_DAY)[1] ?? [];

type Props = Bounds & { value: string; onChoose: (date: string) => void };

export function Calendar({ value, onChoose, min, max }: Props) {
  const [at, setAt] = useState(() => within(isDate(value) ? value : dateIn(0), { min, max }));
  const current = useRef<HTMLButtonElement>(null);
  /** Whether the focus follows the date. Only keys move the focus to a day; the month buttons keep it. */
  const follows = useRef(false);
  useEffect(() => {
    if (follows.current) current.current?.focus();
  }, [at]);
  const go = (date: string, byKey: boolean) => {
    follows.current = byKey;
    setAt(date);
  };
  const turn = (months: number) => go(within(addMonths(at, months), { min, max }), false);
  return (
    <>
      <div className={styles.month}>
        <IconButton label="Previous month" onClick={() => turn(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <strong aria-live="polite">{monthName(at)}</strong>
        <IconButton label="Next month" onClick={() => turn(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <table
        className={styles.days}
        aria-label={monthName(at)}
        onKeyDown={(event) => {
          const next = dateAfterKey(at, event.key, FIRST_DAY, { min, max });
          if (next === null) return;
          event.preventDefault();
          go(next, true);
        }}
      >
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} scope="col" abbr={longDay(day ?? "")}>
                {shortDay(day ?? "")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at, FIRST_DAY).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, place) => (
                <td key={day ?? place}>
                  {day && (
                    <button
                      type="button"
                      ref={day === at ? current : undefined}
                      tabIndex={day === at ? 0 : -1}
                      disabled={within(day, { min, max }) !== day}
                      aria-label={wholeDate(day)}
                      aria-pressed={day === value}
                      aria-current={day === dateIn(0) ? "date" : undefined}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
