// What the Temporal UI shows of a workflow: the attributes for filters, the line under its name, and its memo.
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from "@temporalio/common";
import { attributesOf, type Labelled, staticSummaryOf } from "../../domain/workflowNames.ts";

const key = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

/** `memo`: the ids that the workflow works on. */
export const shownAs = (labels: Labelled, memo: Record<string, string> = {}) => ({
  typedSearchAttributes: new TypedSearchAttributes(
    attributesOf(labels).map(([name, value]) => ({ key: key(name), value })),
  ),
  staticSummary: staticSummaryOf(labels),
  memo: { ...memo, type: labels.type, ...(labels.projectSlug && { project: labels.projectSlug }) },
});
