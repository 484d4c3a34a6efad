// The share of a page that a rule hides, with a warning if it is large.
import { TriangleAlert } from "lucide-react";
import { hidesMuch, hidesWords } from "../../../domain/words/ruleShare.ts";
import styles from "./RuleShare.module.css";

/** `share`: 0 to 1, or null if unknown. */
export function RuleShare({ share }: { share: number | null }) {
  if (share === null) return null;
  if (!hidesMuch(share)) return <span className="faint">{hidesWords(share)}</span>;
  return (
    <span className={styles.much}>
      <TriangleAlert size={14} aria-hidden="true" />
      {hidesWords(share)}
    </span>
  );
}
