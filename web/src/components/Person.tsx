// A person as colored initials and a name; API keys and schedules with an icon.
import { CalendarClock, KeyRound, Terminal } from "lucide-react";
import type { CSSProperties } from "react";
import { actorOf, hueOf, initialsOf } from "../../../domain/words/people.ts";
import { useMembers } from "../lib/members.ts";
import { nameOf } from "../lib/people.ts";
import styles from "./Person.module.css";

const ICONS = { key: KeyRound, schedule: CalendarClock, other: Terminal } as const;

type Props = {
  /** As stored by the service: an e-mail address, "key ci" … */
  who: string;
  /** Whether to show only the name, for use in a sentence. */
  plain?: boolean;
  className?: string | undefined;
};

export function Person({ who, plain, className }: Props) {
  const name = nameOf(who, useMembers());
  return (
    <span className={[styles.person, className].filter(Boolean).join(" ")} title={who}>
      {!plain && <Face who={who} name={name} />}
      <span className={styles.name}>{name}</span>
    </span>
  );
}

/** Initials only. `label`: their meaning in this place, such as "Assigned to Ada". */
export function Initials({ who, label }: { who: string; label: (name: string) => string }) {
  const name = nameOf(who, useMembers());
  return (
    <span className={styles.person} title={`${label(name)} (${who})`}>
      <Face who={who} name={name} />
      <span className="sr-only">{label(name)}</span>
    </span>
  );
}

function Face({ who, name }: { who: string; name: string }) {
  const { kind } = actorOf(who);
  if (kind !== "person") {
    const Icon = ICONS[kind];
    return (
      <span className={styles.icon} aria-hidden="true">
        <Icon size={12} />
      </span>
    );
  }
  return (
    <span className={styles.face} style={{ "--hue": hueOf(name) } as CSSProperties} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
