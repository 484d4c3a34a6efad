import { describeCollection, document, json, required } from "../lib/schema.ts";

/** `id`: of the job or run that asks the site. `until`: epoch ms; one that is not renewed by then is dead. */
export type SiteTurn = { id: string; until: number };

/** Who asks a host for many addresses: the first has the turn, the others wait behind it. Gone while nobody does. */
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
