// What ran for a proof and what was recorded; conditions are compared with it.
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
    /** A data layer's push and what each provider was sent of it are separate events. */
    events: { provider: string; name: string; at: number; attributes: Record<string, unknown> }[];
  }[];
  /** The judged event, with all its names. */
  event: { label: string; names: readonly string[] };
  /** Index of the step that the event is linked to; null if any step counts. */
  step: number | null;
  /** How often the event was sent in the scenario; null if that is not recorded. */
  times: number | null;
  /** What the plan expects of the event, with what was sent. */
  rows: readonly ExpectedRow[];
};
