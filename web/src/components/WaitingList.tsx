// List of items that wait for a person.
import { AtSign, CircleAlert, Eye, MessageSquare } from "lucide-react";
import { useMembers } from "../lib/members.ts";
import { nameOf } from "../lib/people.ts";
import { placeOfWaiting, WAITING_WORDS, type Waiting, waitingSentence } from "../lib/waiting.ts";
import { TextLink } from "./Links.tsx";
import { Initials } from "./Person.tsx";
import { TimeAgo } from "./TimeAgo.tsx";
import styles from "./WaitingList.module.css";

const ICONS = { review: Eye, mention: AtSign, reply: MessageSquare, problem: CircleAlert } as const;

/** `project`: slug of the open project; items of other projects show the project's name. */
export function WaitingList({ items, project }: { items: readonly Waiting[]; project: string }) {
  const members = useMembers();
  return (
    <ul className={styles.list} aria-label="Waiting for me">
      {items.map((item) => {
        const { kind, id, by, at, text } = item;
        const Icon = ICONS[kind];
        const elsewhere = item.project.slug === project ? null : item.project.name;
        return (
          <li key={`${kind} ${id}`} className={styles.item}>
            <span className={styles.kind}>
              <Icon size={15} aria-hidden="true" />
              <span className="sr-only">{WAITING_WORDS[kind]}</span>
            </span>
            <div className={styles.words}>
              <TextLink {...placeOfWaiting(item)}>{waitingSentence(item, by ? nameOf(by, members) : "")}</TextLink>
              {text && <p className={styles.text}>{text}</p>}
              <p className="note">
                {elsewhere && `${elsewhere} · `}
                <TimeAgo time={at} />
              </p>
            </div>
            {by && <Initials who={by} label={(name) => `From ${name}`} />}
          </li>
        );
      })}
    </ul>
  );
}
