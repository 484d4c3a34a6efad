import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * `id`: of the job or run that accesses the site. `owner`: its attempt that has the turn, or null while it waits. `until`: epoch ms until
 * which others give it precedence. `kept`: epoch ms until which its place is kept. `tries`: attempts that had the turn.
 */
export type SiteTurn = { id: string; owner: string | null; until: number; kept: number; tries: number };

/** Who wants to request many addresses of a host: one has the turn, the others wait in order. Deleted when nobody does. */
export type SiteLine = {
  /** The host, with its port unless it is the default. */
  _id: string;
  /** New after every change. */
  rev: string;
  line: SiteTurn[];
};

export const siteLineSchema = document<SiteLine>({
  _id: required(String),
  rev: required(String),
  line: { type: json, default: [] },
});
describeCollection(siteLineSchema, {
  holds: "Who wants to request many addresses of a host, across all workers: the first has the turn.",
  id: "the host",
});
