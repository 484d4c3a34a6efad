import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * `id`: of the job or run that asks the site. `owner`: of its attempt that has the turn, null while it waits. `until`: epoch ms, for
 * so long others stand back for it. `kept`: epoch ms, for so long its place is its own. `tries`: attempts that had the turn.
 */
export type SiteTurn = { id: string; owner: string | null; until: number; kept: number; tries: number };

/** Who asks a host for many addresses: one has the turn, the others wait in their order. Gone when nobody does. */
export type SiteLine = {
  /** The host, with its port where it is not the usual one. */
  _id: string;
  /** Another one after every change. */
  rev: string;
  line: SiteTurn[];
};

export const siteLineSchema = document<SiteLine>({
  _id: required(String),
  rev: required(String),
  line: { type: json, default: [] },
});
describeCollection(siteLineSchema, {
  holds: "Who asks a host for many addresses, over all workers: the first has the turn.",
  id: "the host",
});
