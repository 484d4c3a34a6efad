// Visits a page of the plan: once for each address with events that happen on their own, and once for each trigger.

import { closeWindow, LEAVING_SCRIPT } from "../../../browsers/page/closeWindow.ts";
import { announceClosing, CLOSING, leavePage, pageScript } from "../../../browsers/page/inPage/trackingScript.ts";
import { bounded, inTime } from "../../../browsers/page/inTime.ts";
import { type Visit, visitPage } from "../../../browsers/page/visit.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import type { Pass, Step, TrackingData } from "../../../domain/pillars/tracking/observation.ts";
import {
  addressOf,
  eventsOf,
  type PlanEvent,
  type PlanPage,
  planOf,
  planPageOf,
} from "../../../domain/pillars/tracking/plan.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import { READER_SCRIPT } from "../../consent/readBanner.ts";
import { openWorlds, type Worlds } from "../../consent/worlds.ts";
import { type Consenting, giveConsent } from "./consent.ts";
import { containerState } from "./containerState.ts";
import { type Recorder, startRecorder } from "./recorder.ts";
import { cdpSource } from "./source.ts";
import { pullTrigger, showTarget } from "./triggers.ts";

const MAX_LOADS = 6;
const MAX_TRIGGERS = 20;
/** No visit starts after this time. */
const LAST_START_MS = 6 * 60_000;
/** Maximum time for a planned event to happen. */
const EVENT_MS = 6_000;
const QUIET_MS = 400;
const SCREENSHOT_MS = 8_000;

/** `names`: attributes that the plan lists for the page and its events. */
type Stop = { address: string; event: PlanEvent | null; expected: string[][]; names: string[] };
/** Options of the audit, in addition to the plan. */
type Options = { layers: string[]; accept: string | null };

/** The first load decides whether the page can be measured; later failures affect only their own events. */
export async function gather(tools: GatherTools, page: AuditPage): Promise<Gathered<TrackingData>> {
  const { stops, skipped } = stopsOf(tools, page);
  const options = optionsOf(tools.run.options);
  const began = performance.now();
  const passes: Pass[] = [];
  for (const [i, stop] of stops.entries()) {
    const ids = eventIdsOf(stop, tools, page);
    if (i > 0 && performance.now() - began > LAST_START_MS) {
      skipped.push(
        ...ids.map((eventId) => ({ eventId, reason: "The page has too many triggers for the available time." })),
      );
      continue;
    }
    tools.note(`visit ${i + 1} of ${stops.length}`);
    const visited = await visitStop(tools, stop, options);
    if (visited.state === "gathered") passes.push(visited.data);
    else if (i === 0) return visited;
    else skipped.push(...ids.map((eventId) => ({ eventId, reason: visited.reason })));
  }
  return { state: "gathered", data: { passes, skipped } };
}

function stopsOf(tools: GatherTools, page: AuditPage): { stops: Stop[]; skipped: TrackingData["skipped"] } {
  const { baseUrl, options } = tools.run;
  const plan = planOf(options);
  const row = planPageOf(plan, page.url, baseUrl);
  const events = eventsOf(plan, row);
  const own = events.filter(({ trigger }) => trigger?.on === "load");
  const names = [...(row?.attributes ?? []), ...events.flatMap(({ attributes }) => attributes)].map(({ name }) => name);
  const addresses = [...new Set([page.url, ...own.map((event) => addressOf(event, page.url, baseUrl))])];
  const loads = addresses.map((address) => ({
    address,
    event: null,
    names,
    expected: [
      ...(address === page.url && row !== null ? pageNames(row) : []),
      ...own.filter((event) => addressOf(event, page.url, baseUrl) === address).map(namesOf),
    ],
  }));
  const pulled = events.filter(({ trigger }) => trigger !== null && trigger.on !== "load");
  const triggers = pulled.map((event) => ({
    address: addressOf(event, page.url, baseUrl),
    event,
    names,
    expected: [namesOf(event)],
  }));
  const beyond = (event: PlanEvent) => ({
    eventId: event.id,
    reason: `A page is visited for at most ${MAX_TRIGGERS} triggers.`,
  });
  return {
    stops: [...loads.slice(0, MAX_LOADS), ...triggers.slice(0, MAX_TRIGGERS)],
    skipped: pulled.slice(MAX_TRIGGERS).map(beyond),
  };
}

const namesOf = ({ eventType, sentAs }: PlanEvent): string[] => (sentAs === null ? [eventType] : [eventType, sentAs]);

function pageNames({ attributes }: PlanPage): string[][] {
  const expected = attributes.find(({ name }) => name === "event")?.expected;
  return expected === undefined || expected.includes(":") ? [] : [expected.split("|")];
}

/** Returns the ids of the events that this visit is for. */
function eventIdsOf(stop: Stop, tools: GatherTools, page: AuditPage): string[] {
  if (stop.event !== null) return [stop.event.id];
  const { baseUrl, options } = tools.run;
  const plan = planOf(options);
  return eventsOf(plan, planPageOf(plan, page.url, baseUrl))
    .filter((event) => event.trigger?.on === "load" && addressOf(event, page.url, baseUrl) === stop.address)
    .map(({ id }) => id);
}

function optionsOf(options: Record<string, unknown>): Options {
  const names = Array.isArray(options.dataLayerNames)
    ? options.dataLayerNames.filter((n) => typeof n === "string")
    : [];
  const consent = options.consent as { selector?: unknown } | null | undefined;
  return {
    layers: names.length > 0 ? names : ["dataLayer"],
    accept: typeof consent?.selector === "string" && consent.selector !== "" ? consent.selector : null,
  };
}

async function visitStop(tools: GatherTools, stop: Stop, options: Options): Promise<Gathered<Pass>> {
  let recorder: Recorder | undefined;
  let worlds: Worlds | undefined;
  return visitPage(
    tools.visit,
    {
      url: stop.address,
      viewport: DEFAULT_VIEWPORTS.desktop,
      access: tools.access,
      initScript: pageScript(options.layers),
      // Triggers follow links.
      leadsOn: true,
      prepare: async (lease, guard) => {
        if (lease.cdp === null) return;
        recorder = await startRecorder(cdpSource(lease.cdp.session, guard), guard);
        worlds = await openWorlds(lease, guard, `${READER_SCRIPT}\n${LEAVING_SCRIPT}`, () => undefined);
      },
    },
    tools.signal,
    async (visit) => {
      if (recorder === undefined || worlds === undefined) throw new Error("Tracking is gathered with Chromium.");
      const consenting = { page: visit.page, guard: visit.guard, worlds, selector: options.accept };
      return use(tools, visit, recorder, stop, consenting);
    },
  );
}

async function use(
  tools: GatherTools,
  visit: Visit,
  recorder: Recorder,
  stop: Stop,
  consenting: Consenting,
): Promise<Pass> {
  const { page, guard } = visit;
  const given = () => recorder.consentGiven();
  let consent = await giveConsent(consenting, given);
  const loading: Step = { eventId: null, state: "done", reason: null, screenshotId: null };
  const steps = [loading];
  if (stop.event === null) {
    const happened = () => stop.expected.every((names) => recorder.saw(names, 0));
    await recorder.until(happened, EVENT_MS);
    // A banner that appeared late may hold back missing events.
    if (consent.state === "none") consent = await giveConsent(consenting, given, 0);
    if (consent.state === "clicked") await recorder.until(happened, EVENT_MS);
    await settle(visit, recorder);
    loading.screenshotId = await picture(tools, visit);
  } else {
    await settle(visit, recorder);
    if (consent.state === "none") consent = await giveConsent(consenting, given, 0);
    steps.push(await exercise(tools, visit, recorder, stop.event, stop.expected));
  }
  const container = await containerState(visit, recorder.soFar().pushes, stop.names);
  // Collects events held back until the page is left, because tags send their events in batches.
  const leave = async (): Promise<void> => {
    await inTime(guard, page.evaluate(announceClosing, CLOSING), 5_000);
    if (!(await closeWindow(visit))) await inTime(guard, page.evaluate(leavePage), 5_000);
    await recorder.quiet(QUIET_MS / 2, 1_000);
  };
  return {
    address: stop.address,
    kind: stop.event === null ? "load" : "trigger",
    consent,
    steps,
    ...(container === undefined ? {} : { container }),
    ...(await recorder.finish(consent.state !== "none", leave)),
  };
}

async function exercise(
  tools: GatherTools,
  visit: Visit,
  recorder: Recorder,
  event: PlanEvent,
  expected: string[][],
): Promise<Step> {
  const { page, guard } = visit;
  const missing = await showTarget(page, event, guard);
  const screenshotId = await picture(tools, visit);
  await recorder.beginStep(1);
  const reason = missing ?? (event.trigger === null ? null : await pullTrigger(page, event.trigger, guard));
  if (reason === null) {
    await recorder.until(() => expected.every((names) => recorder.saw(names, 1)), EVENT_MS);
    await inTime(guard, page.waitForLoadState("load", { timeout: 0 }), EVENT_MS);
    await settle(visit, recorder);
  }
  return { eventId: event.id, state: reason === null ? "done" : "failed", reason, screenshotId };
}

async function settle(visit: Visit, recorder: Recorder): Promise<void> {
  await inTime(visit.guard, visit.traffic.quiet(2_500), 4_000);
  await recorder.quiet(QUIET_MS, 3_000);
}

/** Returns the window as a JPEG; null if the page yields no screenshot in time. */
async function picture(tools: GatherTools, { page, guard }: Visit): Promise<string | null> {
  const taken = page.screenshot({ type: "jpeg", quality: 60, timeout: SCREENSHOT_MS });
  const bytes = await bounded(guard, taken, SCREENSHOT_MS);
  return bytes === undefined ? null : tools.store(bytes, "image/jpeg");
}
