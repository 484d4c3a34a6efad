// What ran for a proof, and what it recorded: what conditions are held against.
import type { ExpectedRow } from "../../functional/trackingLinks.ts";

export type Ran = {
  browser: string;
  viewport: string;
  environment: string;
  feature: string;
  scenario: string;
  steps: {
    text: string;
    status: string;
    url: string;
    events: { name: string; at: number; attributes: Record<string, unknown> }[];
  }[];
  /** The event that was judged, with all its names. */
  event: { label: string; names: readonly string[] };
  /** The step that it is linked to; null: it counts anywhere. */
  step: number | null;
  /** What the plan expects of it, beside what was sent. */
  rows: readonly ExpectedRow[];
};
