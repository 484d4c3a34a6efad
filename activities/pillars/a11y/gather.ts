// Gathers one page: one load, axe at two widths, reflow at 320 px, zoom at 640 px, and the walk by keyboard.

import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { DocumentGoneError, LateError, type World, worldsOf } from "../../../browsers/page/frameWorlds.ts";
import { type Visit, visitPage } from "../../../browsers/page/visit.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import type { OpenBanner } from "../../../domain/consent/openBanner.ts";
import type { A11yData, AxeWidth, NotMeasured } from "../../../domain/pillars/a11y/gathered.ts";
import { plural } from "../../../domain/text.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import { type ContentReading, readContent } from "./content.ts";
import { coverOf } from "./cover.ts";
import { REST_EVENTS, REST_LIMITS, watchTimers } from "./inPage/rest.ts";
import { walkByKeyboard } from "./keyboard.ts";
import { gatherReflow } from "./reflow.ts";
import { type AxeFound, inject, runAxe } from "./runAxe.ts";
import { shootElements } from "./shots.ts";
import { AUDITED_WIDTHS, resize, seen, settle } from "./widths.ts";

const QUIET_MS = 2_000;
/** A page that navigates during the audit is audited at its destination, up to this many documents in total. */
const MAX_DOCUMENTS = 2;

/** Under a policy with `sandbox`, promises in an isolated world never settle (checked in Chromium 156). */
const TOO_LATE =
  "The page did not answer in time: it is too large, its scripts keep it busy, or its policy forbids every script.";

const WATCH_TIMERS = `(${watchTimers})(${JSON.stringify(REST_EVENTS)}, ${JSON.stringify(REST_LIMITS)})`;

const NOT_ASKED: NotMeasured = { state: "not_measured", reason: "It was not requested." };

type Part<T> = T | NotMeasured;

/** `rules`: only axe at the first width, without screenshots, as other tools do. Used by benchmarks for comparison. */
export type Extent = "all" | "rules";

export function gather(tools: GatherTools, { url }: AuditPage, extent: Extent = "all"): Promise<Gathered<A11yData>> {
  const initScript = WATCH_TIMERS;
  const options = { url, viewport: AUDITED_WIDTHS[0], access: tools.access, reducedMotion: true, initScript };
  return visitPage(tools.visit, options, tools.signal, async (visit) => {
    for (let documents = 1; ; documents += 1) {
      try {
        return await gatherDocument(tools, visit, documents > 1, extent);
      } catch (error) {
        if (error instanceof LateError) throw new CaptureFailure("timeout", TOO_LATE);
        if (!(error instanceof DocumentGoneError)) throw error;
        if (documents >= MAX_DOCUMENTS)
          throw new CaptureFailure("page_error", "The page kept navigating while it was audited.");
        await resettle(visit);
      }
    }
  });
}

/** Waits for the new document; one that never loads is audited as it is. */
async function resettle({ page, guard, limits }: Visit): Promise<void> {
  await guard
    .run(page.waitForLoadState("load", { timeout: 0 }), limits.loadMs, () => new LateError(limits.loadMs))
    .catch((error: unknown) => {
      if (guard.signal.aborted || !(error instanceof LateError)) throw error;
    });
}

async function gatherDocument(tools: GatherTools, visit: Visit, moved: boolean, extent: Extent): Promise<A11yData> {
  const { guard, lease, limits, page, traffic } = visit;
  const notes: string[] = [];
  if (!visit.loaded) notes.push("The page had not finished loading and was audited as it was.");
  if (moved) notes.push("The page went to another address while it was audited; the findings are of the later one.");
  tools.note("giving axe to the page");
  const world = await worldOf(visit);
  // The network becomes quiet while axe is compiled.
  const [, quiet] = await Promise.all([inject(world, limits.answerMs), traffic.quiet(QUIET_MS)]);
  if (!quiet) notes.push(`The page was still fetching after ${QUIET_MS / 1_000} s.`);

  const strict = tools.run.options.level === "AAA";
  const widths: AxeWidth[] = [];
  const shots = new Map<string, string>();
  let rules: A11yData["rules"] = {};
  let axeVersion = "";
  let banner: OpenBanner | undefined;
  let reading: Part<ContentReading> = { state: "not_measured", reason: "The content was not read." };
  for (const [index, viewport] of AUDITED_WIDTHS.slice(0, extent === "all" ? undefined : 1).entries()) {
    try {
      tools.note(`axe at the width of a ${viewport.name}`);
      // An earlier document of this audit may have left the page at a phone's width.
      const asLoaded = index === 0 && !moved;
      if (asLoaded) await settle(world, limits.answerMs);
      else await resize(visit, world, viewport);
      const hasFrames = page.mainFrame().childFrames().length > 0;
      const found: AxeFound = await runAxe({ world, guard, boundMs: 2 * limits.answerMs, hasFrames, strict });
      widths.push(widthOf(viewport.name, viewport.width, found));
      rules = { ...rules, ...found.rules };
      axeVersion = found.version;
      if (extent === "rules") continue;
      tools.note("words, forms and tables");
      if (index === 0)
        reading = await part("The page", guard.signal, () => readContent(world, found.inner, tools.signal));
      else if (reading.state === "read") await reading.upright();
      const own = index === 0 && reading.state === "read" ? reading.failures : [];
      tools.note("screenshots of elements");
      const cover = await coverOf(visit, world);
      banner ??= cover?.banner;
      // The page is drawn at full size until it is resized.
      const full = asLoaded ? undefined : (pictures: () => Promise<void>) => seen(visit, world, viewport, pictures);
      await shootElements(visit, tools, found, shots, { cover, own, full });
    } catch (error) {
      // The first width alone is still a valid audit, as long as the page is there.
      if (index === 0 || !(error instanceof LateError)) throw error;
      notes.push(`At the width of a ${viewport.name} the page did not answer in time.`);
    }
  }
  const leftOut = Math.max(0, ...widths.map(({ framesLeftOut }) => framesLeftOut));
  if (leftOut > 0) notes.push(`${plural(leftOut, "frame")} could not be looked into.`);

  const measured = {
    axeVersion,
    ...(strict && { level: "AAA" as const }),
    rules,
    widths,
    shots: Object.fromEntries(shots),
    notes,
    ...(banner ? { banner } : {}),
  };
  if (extent === "rules")
    return { ...measured, keyboard: NOT_ASKED, reflow: NOT_ASKED, zoom: NOT_ASKED, content: NOT_ASKED };
  tools.note("reflow");
  const narrow = await part("In 320 px the page", guard.signal, () => gatherReflow(visit, world));
  const { reflow, zoom } = "reflow" in narrow ? narrow : { reflow: narrow, zoom: narrow };
  tools.note("keyboard");
  const keyboard = await part("During the keyboard walk the page", guard.signal, async () => {
    if (reflow.state === "not_measured") await resize(visit, world, AUDITED_WIDTHS[0]);
    return walkByKeyboard(visit, world);
  });
  const content = reading.state === "read" ? await reading.finish(notes) : reading;
  if (lease.crash.aborted) throw lease.crash.reason;
  return { ...measured, keyboard, reflow, zoom, content };
}

/** A page that is currently navigating has no frame to create a world in. */
async function worldOf({ lease, guard, limits }: Visit): Promise<World> {
  const made = worldsOf(lease, guard).main();
  return guard.run(made, limits.answerMs, () => new LateError(limits.answerMs));
}

function widthOf(viewport: AxeWidth["viewport"], width: number, found: AxeFound): AxeWidth {
  const { outcomes, inner, framesLeftOut } = found;
  return {
    viewport,
    width,
    frames: inner.length,
    framesLeftOut,
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      nodes: outcome.nodes.map(({ box: _, ...node }) => node),
    })),
  };
}

/** If the page breaks one part, the others are kept. */
async function part<T>(subject: string, signal: AbortSignal, gather: () => Promise<T>): Promise<Part<T>> {
  try {
    return await gather();
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DocumentGoneError)
      return { state: "not_measured", reason: `${subject} went to another address.` };
    if (error instanceof LateError || error instanceof CaptureFailure)
      return { state: "not_measured", reason: `${subject} did not answer in time.` };
    throw error;
  }
}
