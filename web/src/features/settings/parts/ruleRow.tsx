// Shared parts of the rule tables: what a rule does in words, and the delete button.
import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import { RuleShare } from "../../../components/RuleShare.tsx";

const VALUE_WORDS: Readonly<Record<string, string>> = {
  ignore: "Differences are ignored",
  dynamic: "Text and images may change",
  layout_only: "Only position and size are compared",
  full: "Compared in full",
  hide: "Hidden; its space stays empty",
  remove: "Removed",
};

/** Returns the words for a mode or an effect on the page. */
export const valueWords = (value: string): string => VALUE_WORDS[value] ?? value;

/** `value`: a name such as `price`, or `fixed:` followed by the text. */
export const normalizeWords = (value: string): string =>
  value.startsWith("fixed:") ? `Text is “${value.slice("fixed:".length)}”` : `Its ${value} is normalized`;

/** Shows how much of the page a rule hid in the last run below what the rule does, because a phone has no room for another column. */
export function WithShare({ share, children }: { share: number | null; children: ReactNode }) {
  return (
    <>
      {children}
      {share !== null && (
        <div title="In the last run that compared a screenshot under this rule">
          <RuleShare share={share} />
        </div>
      )}
    </>
  );
}

/** `rule`: accessible description of the rule, for people who do not see the row. */
export function DeleteRule({ rule, busy, onDelete }: { rule: string; busy: boolean; onDelete: () => void }) {
  return (
    <Button size="small" kind="danger" aria-label={`Delete the rule of ${rule}`} busy={busy} onClick={onDelete}>
      Delete
    </Button>
  );
}
