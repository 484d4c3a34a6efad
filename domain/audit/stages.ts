// How the audit of each pillar is laid out for its workflow: which queue gathers, and which parts come after the pages.
import type { AuditPillar } from "./pillars.ts";

/**
 * `window`: pages of one run in flight at once. `site`: there is work over the whole site. `lighthouseSeo`: one Lighthouse
 * run for the status field of that name.
 */
export type Stages = { queue: "browser" | "lab"; window: number; site: boolean; lighthouseSeo: boolean };

/** More than two slots' worth keeps a worker busy; more would let one run fill the queue before another's first page. */
const WINDOW = 6;

export const STAGES: Record<AuditPillar, Stages> = {
  // One at a time: the lab measures one page after the other anyway.
  perf: { queue: "lab", window: 1, site: false, lighthouseSeo: false },
  seo: { queue: "browser", window: WINDOW, site: true, lighthouseSeo: true },
  a11y: { queue: "browser", window: WINDOW, site: false, lighthouseSeo: false },
  security: { queue: "browser", window: WINDOW, site: true, lighthouseSeo: false },
  tracking: { queue: "browser", window: WINDOW, site: false, lighthouseSeo: false },
  privacy: { queue: "browser", window: WINDOW, site: true, lighthouseSeo: false },
};
