// Shared parts of the rule tables: what a rule does in words, and how it is deleted.
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import { RuleShare } from "../../../components/RuleShare.tsx";
import { remove } from "../../../lib/api.ts";
import { useChange } from "../../../lib/change.ts";
import { toast } from "../../../lib/toast.ts";

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

/** Returns the change that deletes a rule. `restore` creates it again. */
export function useDropRule<R extends { id: string; value: string }>(
  project: string,
  restore: (rule: R) => Promise<unknown>,
) {
  const queries = useQueryClient();
  const back = async (rule: R) => {
    try {
      await restore(rule);
      await queries.invalidateQueries({ queryKey: ["rules"] });
    } catch (error) {
      toast.failed(error);
    }
  };
  return useChange(
    async (rule: R) => {
      const params = { slug: project, ruleId: rule.id };
      await remove("/api/app/projects/{slug}/rules/{ruleId}", { params, query: { before: rule.value } });
      toast.say("Rule deleted.", () => void back(rule));
    },
    { stale: "rules" },
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
