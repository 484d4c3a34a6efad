// Plans, pushes and beacons for tests.

import { auditPage, type TrackingPageAudit } from "../../../../domain/pillars/tracking/audit.ts";
import type { Beacon, Pass, Push, TrackingData } from "../../../../domain/pillars/tracking/observation.ts";
import type { PlanEvent, PlanPage, TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";
import type { TrackingRequest } from "../../../../domain/pillars/tracking/providers/provider.ts";
import { readBeacon } from "../../../../domain/pillars/tracking/providers/table.ts";
import { redactParameters } from "../../../../domain/pillars/tracking/redact.ts";

export const BASE = "https://shop.example/";
export const PAGE = "https://shop.example/product";

export const planPage = (change: Partial<PlanPage> = {}): PlanPage => ({
  id: "page-product",
  label: "Product",
  pageType: "product",
  path: "/product",
  attributes: [],
  scenarioIds: [],
  closed: false,
  ...change,
});

export const planEvent = (eventType: string, change: Partial<PlanEvent> = {}): PlanEvent => ({
  id: `event-${eventType}`,
  label: eventType,
  eventType,
  pageId: "page-product",
  trigger: { on: "load", path: null },
  attributes: [],
  frtLinks: [],
  count: 1,
  order: null,
  closed: false,
  sentAs: null,
  ...change,
});

export const planOfEvents = (...events: PlanEvent[]): TrackingPlan => ({ pages: [planPage()], events });

export const push = (
  seq: number,
  name: string,
  parameters: Record<string, unknown> = {},
  change: Partial<Push> = {},
): Push => ({
  seq,
  atMs: seq * 10,
  step: 0,
  away: false,
  layer: "dataLayer",
  kind: name === "" ? "data" : "event",
  name,
  parameters: redactParameters(parameters),
  stack: ["track (https://shop.example/app.js:3)"],
  ...change,
});

export const beacon = (
  seq: number,
  name: string,
  parameters: Record<string, unknown> = {},
  change: Partial<Beacon> = {},
): Beacon => ({
  seq,
  atMs: seq * 10,
  step: 0,
  away: false,
  beforeConsent: false,
  provider: "ga4",
  account: "G-TEST",
  name,
  kind: "event",
  automatic: false,
  secondary: false,
  consentDenied: false,
  typed: true,
  parameters: redactParameters(parameters),
  url: "https://shop.example/g/collect?v=2",
  initiator: [],
  ...change,
});

/** The beacons that the recorder derives from requests. */
export const beaconsOf = (requests: readonly TrackingRequest[]): Beacon[] =>
  requests.flatMap((request, i) => {
    const found = readBeacon(request);
    return (found?.events ?? []).map((event, k) => {
      const { page: _, parameters, ...rest } = event;
      return beacon(i + 1 + k / 1_000, event.name, parameters, { ...rest, provider: found?.provider.id ?? "" });
    });
  });

export const pass = (change: Partial<Pass> = {}): Pass => ({
  address: PAGE,
  kind: "load",
  consent: { state: "none", selector: null },
  steps: [{ eventId: null, state: "done", reason: null, screenshotId: "picture-1" }],
  pushes: [],
  beacons: [],
  cut: [],
  ...change,
});

export const triggerPass = (eventId: string, change: Partial<Pass> = {}): Pass => {
  const [load] = pass().steps;
  const step = { eventId, state: "done" as const, reason: null, screenshotId: "picture-2" };
  return pass({ kind: "trigger", steps: load ? [load, step] : [step], ...change });
};

/** Each push is sent to one property immediately after it. */
export const sent = (...pushes: Push[]): Pick<Pass, "pushes" | "beacons"> => ({
  pushes,
  beacons: pushes
    .filter(({ kind }) => kind === "event")
    .map((one) => beacon(one.seq + 0.5, one.name, one.parameters, { step: one.step })),
});

export const dataOf = (...passes: Pass[]): TrackingData => ({ passes, skipped: [] });

export function judgePage(data: TrackingData, plan: TrackingPlan, url = PAGE): TrackingPageAudit {
  return auditPage(data, plan, { pillar: "tracking", page: url, baseUrl: BASE });
}

/** `outcome rule target` of every result that did not pass. */
export const said = (audit: TrackingPageAudit): string[] =>
  audit.findings.map(({ outcome, rule, target }) => `${outcome} ${rule} ${target}`).sort();
