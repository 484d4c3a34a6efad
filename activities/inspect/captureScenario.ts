// Inspects a page the way a visual test will: one visit reads and watches it, two captures are compared.

import type { SiteEntry } from "../../browsers/page/access.ts";
import type { Visit } from "../../browsers/page/visit.ts";
import type { DifferingPart, InspectionRequest, ScenarioSeen } from "../../domain/inspect/inspection.ts";
import { smallestAround } from "../../domain/visual/compare/classify.ts";
import { changeCauses } from "../../domain/visual/explain/changeCauses.ts";
import type { CaptureOutcome } from "../../domain/visual/outcome.ts";
import type { Box, PageMap } from "../../domain/visual/pageMap.ts";
import { type Change, pushesContent } from "../../domain/visual/reading/change.ts";
import { NO_TOLERANCE, type ShotSpec } from "../../domain/visual/shot.ts";
import type { Autoconsent } from "../consent/autoconsent.ts";
import type { CaptureDeps } from "../deps.ts";
import { bannerForScenario } from "./bannerForScenario.ts";
import { openReader } from "./reader.ts";

type Read = Omit<ScenarioSeen, "differing" | "notCompared" | "mismatchPercent" | "remarks">;

/** Long enough for a banner to appear, and for a ticker that moves every two seconds. */
export const WATCHED_MS = 2_500;
/** Taller screenshots cost seconds and reveal little more about movement. */
const MAX_HEIGHT = 6_000;

/** Reads the open page. `sourceOf` returns the document as sent by the server; `autoconsent` has watched the page from its beginning. */
export async function readForScenario(
  visit: Visit,
  sourceOf: () => Promise<string | null>,
  autoconsent?: Autoconsent,
): Promise<Read> {
  const { ask, world } = await openReader(visit, { watchMs: WATCHED_MS });
  const mutations = await ask("watched");
  const { heading, ...facts } = await ask("facts");
  const source = heading ? await sourceOf() : null;
  return {
    ...facts,
    heading: heading && { ...heading, inSource: source === null || plain(source).includes(plain(heading.text)) },
    banner: await bannerForScenario({ visit, world, autoconsent }, (label) => ask("control", label)),
    mutations,
    watchedMs: WATCHED_MS,
  };
}

/** Without markup and entities: enough to tell whether the words were in the document. */
const plain = (text: string): string =>
  withoutScripts(text)
    .replace(/<[^>]{0,500}>/g, " ")
    .replace(/&[a-z#0-9]{1,10};/gi, " ")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();

/** Text that a script will write is in its source, and not yet on the page. */
function withoutScripts(html: string): string {
  const [before = "", ...rest] = html.slice(0, 2_000_000).split(/<script\b/i);
  return [
    before,
    ...rest.map((part) =>
      part
        .split(/<\/script/i)
        .slice(1)
        .join(" "),
    ),
  ].join(" ");
}

type Compared = Pick<ScenarioSeen, "differing" | "notCompared" | "mismatchPercent" | "remarks">;
type Captured = Extract<CaptureOutcome, { kind: "captured" }> & { map?: PageMap };

const NOT_COMPARED = { differing: null, mismatchPercent: null, remarks: [] };

/**
 * Captures the page twice, like a run, and reports the differences. `deadline`: when the time is up; whatever is not known by
 * then is not compared. Throws if the browser crashed or `signal` aborted.
 */
export async function captureTwice(
  deps: CaptureDeps,
  request: InspectionRequest<"scenario">,
  access: SiteEntry | undefined,
  dismissSelectors: string[],
  { signal, deadline, note }: { signal: AbortSignal; deadline: AbortSignal; note(phase: string): void },
): Promise<Compared> {
  let phase = "";
  try {
    return await compareCaptures(
      deps,
      specOf(request, dismissSelectors),
      access,
      AbortSignal.any([signal, deadline]),
      (next) => {
        phase = next;
        note(next);
      },
    );
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error;
    return { ...NOT_COMPARED, notCompared: `Time ran out while ${phase}, because the page is slow.` };
  }
}

async function compareCaptures(
  deps: CaptureDeps,
  spec: ShotSpec,
  access: SiteEntry | undefined,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<Compared> {
  const shots: Captured[] = [];
  for (const time of ["first", "second"]) {
    note(`capturing it the ${time} time`);
    const shot = await deps.capture(spec, access, { sha256: null }, signal, () => undefined);
    if (shot.kind === "failed") return { ...NOT_COMPARED, notCompared: shot.reason.message };
    shots.push(shot);
  }
  const [one, two] = shots as [Captured, Captured];
  const remarks = [...new Set([...one.notes, ...two.notes].map(({ message }) => message))].slice(0, 6);
  note("comparing the captures");
  const testMap = two.map ?? null;
  const { comparison } = await deps.pictures.compare(
    { baselinePng: one.frame.png, testPng: two.frame.png, baselineMap: one.map ?? null, testMap, rules: [] },
    { signal },
  );
  const area = comparison.sizes.test.width * comparison.sizes.test.height;
  const moving = movingPart(one) ?? movingPart(two);
  const differing = differingParts(comparison.changes, moving).map((part) => ({
    ...part,
    area: shareOf(part.selector, testMap, area),
  }));
  const known = new Set(differing.map(({ selector }) => selector));
  // Content that moves within one capture may look alike in both by chance.
  const mover = moving === null ? undefined : smallestAround(moving, testMap, 1)?.selector;
  if (mover !== undefined && !known.has(mover))
    differing.push({
      selector: mover,
      kind: "animation",
      evidence: "It kept moving while the screenshot was taken.",
      area: shareOf(mover, testMap, area),
    });
  return { differing: differing.slice(0, 12), notCompared: null, mismatchPercent: comparison.mismatchPercent, remarks };
}

/** Returns the parts that changed, with the kind that decides whether a comparison rule would help. */
export function differingParts(changes: readonly Change[], movingRegion: Box | null): Omit<DifferingPart, "area">[] {
  return changeCauses(changes, { movingRegion }).flatMap(({ selector, kind, evidence }, at) => {
    const change = changes[at]!;
    // A rule for a part does not allow what is below it to move, and a replaced part need not keep its size.
    const own = pushesContent(change) ? "layout_shift" : change.kind === "replaced" ? "replaced" : kind;
    return selector === "" ? [] : [{ selector, kind: own, evidence }];
  });
}

const movingPart = ({ movingRegion, restless }: Captured): Box | null => movingRegion ?? restless[0]?.box ?? null;

function shareOf(selector: string, map: PageMap | null, area: number): number {
  const box = map?.elements.find((element) => element.selector === selector)?.box;
  return box && area > 0 ? Math.min(1, (box.width * box.height) / area) : 0;
}

function specOf({ projectId, environmentId, url, viewport }: InspectionRequest, dismissSelectors: string[]): ShotSpec {
  return {
    runId: "",
    projectId,
    environmentId: environmentId ?? "",
    scenarioId: "",
    scenarioLabel: "",
    url,
    selector: null,
    viewport,
    browser: "chromium",
    delay: 0,
    readySelector: null,
    hideSelectors: [],
    removeSelectors: [],
    steps: [],
    dismissSelectors,
    stabilisers: {},
    fixedTime: null,
    comparisonRules: [],
    contentRules: [],
    misMatchThreshold: NO_TOLERANCE,
    maxHeight: MAX_HEIGHT,
  };
}
