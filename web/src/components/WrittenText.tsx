// Text written by a person: plain text with safe links and highlighted mentions.
import { textParts } from "../../../domain/words/people.ts";
import { useMembers } from "../lib/members.ts";
import { OutLink } from "./Links.tsx";
import styles from "./WrittenText.module.css";

export function WrittenText({ text }: { text: string }) {
  const members = useMembers();
  return (
    <p className={styles.text}>
      {textParts(text, members).map((part, at) => {
        if (part.kind === "text") return part.text;
        if (part.kind === "link")
          return (
            <OutLink key={at} href={part.href}>
              {part.text}
            </OutLink>
          );
        return (
          <span key={at} className={styles.mention} title={part.email}>
            {part.text}
          </span>
        );
      })}
    </p>
  );
}
