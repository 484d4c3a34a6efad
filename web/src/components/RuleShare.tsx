// The part of a page that a rule hides, in words; a warning where it is much.
import { TriangleAlert } from "lucide-react";
import { hidesMuch, hidesWords } from "../../../domain/words/ruleShare.ts";
import styles from "./RuleShare.module.css";

/** `share`: 0 to 1; null: unknown. */
export function RuleShare({ share }: { share: number | null }) {
  if (share === null) return null;
  if (!hidesMuch(share)) return <span className={styles.share}>{hidesWords(share)}</span>;
  return (
    <span className={styles.much}>
      <TriangleAlert size={14} aria-hidden="true" />
      {hidesWords(share)}
    </span>
  );
}
