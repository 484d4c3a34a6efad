// Requests that save and delete rows of the plan, based on the revision that was edited.
import type { BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { post, remove } from "../../lib/api.ts";

const EVENT = "/api/app/projects/{slug}/tracking/events/{eventId}";
const PAGE = "/api/app/projects/{slug}/tracking/pages/{pageId}";

type Saving = { rev: string; row: Record<string, unknown> };
/** The form fields as they are; the service reports what is wrong with each. */
type SentTo<P extends string> = BodyAt<"POST", P>;

/** By kind. */
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
