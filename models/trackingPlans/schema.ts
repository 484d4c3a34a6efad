// The tracking plan of a project: one document per planned page and per planned event.
import type { Model } from "mongoose";
import type { PlanEvent, PlanPage, TrackingPlan } from "../../domain/pillars/tracking/plan.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** `rev` is incremented by every write, so that one based on an older state does not apply. Missing in rows of older versions. */
type Stored = { _id: string; projectId: string; createdAt: Date; rev?: number };
/** See domain/pillars/tracking/plan.ts for the meaning of each field. */
export type TrackingPage = PlanPage & Stored;
export type TrackingEvent = PlanEvent & Stored;

export const trackingId = (projectId: string, id: string): string => `${projectId}:${id}`;

// `id` belongs to the plan, so the schemas declare it: mongoose's virtual of that name is switched off in `document`.
export const trackingPageSchema = document<TrackingPage>({
  _id: required(String),
  projectId: required(String),
  id: required(String),
  label: required(String),
  pageType: required(String),
  path: { type: String, default: null },
  attributes: { type: json, default: [] },
  scenarioIds: { type: [String], default: [] },
  closed: { type: Boolean, default: false },
  createdAt: required(Date),
  rev: Number,
});
describeCollection(trackingPageSchema, { holds: "A page of a tracking plan.", id: "`<projectId>:<id>`" });
trackingPageSchema.index({ projectId: 1, id: 1 }, { unique: true });

export const trackingEventSchema = document<TrackingEvent>({
  _id: required(String),
  projectId: required(String),
  id: required(String),
  label: required(String),
  eventType: required(String),
  pageId: { type: String, default: null },
  trigger: { type: json, default: null },
  attributes: { type: json, default: [] },
  frtLinks: { type: json, default: [] },
  count: { type: Number, default: 1 },
  order: { type: Number, default: null },
  closed: { type: Boolean, default: false },
  sentAs: { type: String, default: null },
  createdAt: required(Date),
  rev: Number,
});
describeCollection(trackingEventSchema, { holds: "An event of a tracking plan.", id: "`<projectId>:<id>`" });
trackingEventSchema.index({ projectId: 1, id: 1 }, { unique: true });
trackingEventSchema.index({ projectId: 1, pageId: 1 });

type PlanModels = { trackingPages: Model<TrackingPage>; trackingEvents: Model<TrackingEvent> };

/** Returns the whole plan of a project, oldest first; empty if the project has none. */
export async function readTrackingPlan(models: PlanModels, projectId: string): Promise<TrackingPlan> {
  const own = "-_id -projectId -createdAt -rev";
  const sort = { createdAt: 1, id: 1 } as const;
  const [pages, events] = await Promise.all([
    models.trackingPages.find({ projectId }).select(own).sort(sort).lean<PlanPage[]>(),
    models.trackingEvents.find({ projectId }).select(own).sort(sort).lean<PlanEvent[]>(),
  ]);
  return { pages, events };
}

/** Returns a page of the plan from its document. */
export function pageOf({ id, label, pageType, path, attributes, scenarioIds, closed }: TrackingPage): PlanPage {
  return { id, label, pageType, path, attributes, scenarioIds, closed };
}

/** Returns an event of the plan from its document. */
export function eventOf(stored: TrackingEvent): PlanEvent {
  const { _id, projectId, createdAt, rev, ...event } = stored;
  return event;
}
