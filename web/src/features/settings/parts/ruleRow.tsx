// What the tables of rules share: what a rule does in words, and the button that deletes one.
import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import { RuleShare } from "../../../components/RuleShare.tsx";

const VALUE_WORDS: Readonly<Record<string, string>> = {
  ignore: "Differences are ignored",
  dynamic: "Text and images may change",
  layout_only: "Only position and size are compared",
  full: "Compared in full",
  hide: "Hidden, its place stays empty",
  remove: "Removed",
};

/** Of a mode or of an effect on the page. */
export const valueWords = (value: string): string => VALUE_WORDS[value] ?? value;

/** `value`: a name such as `price`, or `fixed:` with the text. */
export const normalizeWords = (value: string): string =>
  value.startsWith("fixed:") ? `Text is “${value.slice("fixed:".length)}”` : `Its ${value} is normalized`;

/** Below what a rule does, how much of the page it hid in the last run: a phone has no room for another column. */
export function WithShare({ share, children }: { share: number | null; children: ReactNode }) {
  return (
    <>
      {children}
      {share !== null && (
        <div title="In the last run that compared a screenshot under it">
          <RuleShare share={share} />
        </div>
      )}
    </>
  );
}

/** `rule`: which one it is, for those who do not see the row. */
export function DeleteRule({ rule, busy, onDelete }: { rule: string; busy: boolean; onDelete: () => void }) {
  return (
    <Button size="small" kind="danger" aria-label={`Delete the rule of ${rule}`} busy={busy} onClick={onDelete}>
      Delete
    </Button>
  );
}
