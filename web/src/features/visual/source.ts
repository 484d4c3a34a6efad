// Source of a review's results: one run, or all open changes of a project.
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import { get, post } from "../../lib/api.ts";
import type { DecidedList, ReviewList } from "./lists.ts";
import type { Decision } from "./model.ts";

type Query = { limit?: number; cursor?: string | null; at?: number | undefined; shots?: string };
type Body = { decision: Decision; shots: { shotId: string; mark: string }[]; note?: string; end?: IgnoreEnd };

export type ReviewSource = {
  key: readonly unknown[];
  /** null if each result names its run. */
  runId: string | null;
  read(query: Query, signal?: AbortSignal): Promise<ReviewList>;
  decide(body: Body): Promise<DecidedList>;
  /**
   * Only for an inbox: returns the person's newest decision that still applies, wherever it was made, because approved results are not in
   * the list.
   */
  own?(before?: string): Promise<{ at: string | null; shots: readonly string[] }>;
};

export const runSource = (runId: string): ReviewSource => ({
  key: ["screenshots of a run", runId],
  runId,
  read: (query, signal) => get("/api/app/runs/{runId}/review", { params: { runId }, query, ...(signal && { signal }) }),
  decide: (body) => post("/api/app/runs/{runId}/review", { params: { runId }, body }),
});

type Scope = { environment?: string; branch?: string };

export const inboxSource = (slug: string, scope: Scope): ReviewSource => ({
  key: ["what waits for review", slug, scope],
  runId: null,
  async read(query, signal) {
    const { waiting, branches, runs, last, ...list } = await get("/api/app/projects/{slug}/review", {
      params: { slug },
      query: { ...query, ...scope },
      ...(signal && { signal }),
    });
    return { ...list, run: null, inbox: { waiting, branches, runs, last } };
  },
  decide: (body) => post("/api/app/projects/{slug}/review", { params: { slug }, query: scope, body }),
  own: (before) =>
    get("/api/app/projects/{slug}/review/own", { params: { slug }, query: { ...scope, ...(before && { before }) } }),
});
