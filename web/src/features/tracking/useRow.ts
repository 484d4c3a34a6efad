// Saves and deletes rows of the plan, based on the revision that was edited.
import { useQueryClient } from "@tanstack/react-query";
import type { BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { post, remove } from "../../lib/api.ts";

const EVENT = "/api/app/projects/{slug}/tracking/events/{eventId}";
const PAGE = "/api/app/projects/{slug}/tracking/pages/{pageId}";

type Saving = { rev: string; row: Record<string, unknown> };
/** The form fields as they are; the service reports what is wrong with each. */
type SentTo<P extends string> = BodyAt<"POST", P>;

/** Requests for one row, by kind. */
export const CALLS = {
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

export function useStalePlan(project: string): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: planKey(project) });
}
