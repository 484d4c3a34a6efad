// Caption below the picture: the selected change in words.
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";

/** `region`: index of the selected region; null if the result has none. */
export function Caption({ shot, region }: { shot: Shot; region: number | null }) {
  const change = region === null ? undefined : shot.changes.find(({ regions }) => regions.includes(region));
  const sentence = change?.sentence ?? (region === null ? undefined : shot.regions[region]?.sentence);
  const said = sentence ?? shot.reasons[0]?.message;
  if (!said) return <p className={styles.caption} />;
  return (
    <p className={styles.caption} title={[said, ...(change?.lines ?? [])].join("\n")}>
      <span>{said}</span>
      {change?.lines[0] && <span>{change.lines[0]}</span>}
      {change?.selector && <code>{change.selector}</code>}
    </p>
  );
}
