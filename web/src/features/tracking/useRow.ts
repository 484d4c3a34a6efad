// Saves and deletes rows of the plan, based on the revision that was edited.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnswerAt, BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { ApiError, post, remove } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import type { Kind } from "./plan.ts";

const EVENT = "/api/app/projects/{slug}/tracking/events/{eventId}";
const PAGE = "/api/app/projects/{slug}/tracking/pages/{pageId}";

type Saving = { rev: string; row: Record<string, unknown> };
/** The form fields as they are; the service reports what is wrong with each. */
type SentTo<P extends string> = BodyAt<"POST", P>;

/** Requests for one row, by kind. */
const CALLS = {
  events: {
    save: (slug: string, eventId: string, body: Saving) =>
      post(EVENT, { params: { slug, eventId }, body: body as SentTo<typeof EVENT> }),
    drop: (slug: string, eventId: string, rev: string) => remove(EVENT, { params: { slug, eventId }, query: { rev } }),
  },
  pages: {
    save: (slug: string, pageId: string, body: Saving) =>
      post(PAGE, { params: { slug, pageId }, body: body as SentTo<typeof PAGE> }),
    drop: (slug: string, pageId: string, rev: string) => remove(PAGE, { params: { slug, pageId }, query: { rev } }),
  },
} as const;

export const planKey = (project: string) => ["tracking", "run", project] as const;

/** `now`: the row that replaced the edited one; null if it was deleted. */
export type Conflict = { message: string; rev: string; now: Record<string, unknown> | null };

/** Returns the conflict if the change was refused because somebody else changed the row; null if it failed for another reason. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { rev, now } = (error.body ?? {}) as { rev?: unknown; now?: unknown };
  return typeof rev === "string"
    ? { message: error.message, rev, now: (now ?? null) as Record<string, unknown> | null }
    : null;
}

export function useStalePlan(project: string): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: planKey(project) });
}

export type SaveInput = { id: string; rev: string; row: Record<string, unknown> };

export function useSaveRow(project: string, kind: Kind, onSaved: () => void) {
  const stale = useStalePlan(project);
  return useMutation<Pick<AnswerAt<"POST", typeof EVENT>, "change" | "warnings">, Error, SaveInput>({
    mutationFn: ({ id, rev, row }) => CALLS[kind].save(project, id, { rev, row }),
    onSuccess: ({ change, warnings }) => {
      stale();
      toast.say(change === "unchanged" ? "Nothing was changed." : change === "created" ? "Added." : "Saved.");
      for (const warning of warnings.slice(0, 3)) toast.say(warning);
      onSaved();
    },
  });
}

/** Deletes a row immediately and shows a message with an undo. */
export function useDeleteRow(project: string, kind: Kind, onDeleted: () => void) {
  const stale = useStalePlan(project);
  return useMutation<unknown, Error, SaveInput>({
    mutationFn: ({ id, rev }) => CALLS[kind].drop(project, id, rev),
    onSuccess: (_, { id, row }) => {
      stale();
      toast.say(`${String(row.label)} is deleted.`, () => {
        CALLS[kind].save(project, id, { rev: "", row }).then(stale, toast.failed);
      });
      onDeleted();
    },
  });
}
