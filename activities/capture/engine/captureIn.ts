// The phases of one capture in a page: open → steps → settle → shoot → map.
import { driverOf } from "../../../browsers/page/driver.ts";
import { shownUrl } from "../../../browsers/page/failures.ts";
import { given } from "../../../domain/given.ts";
import { samePlace } from "../../../domain/net/pageAddress.ts";
import type { CaptureOutcome, Reason } from "../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import { appliedReasons } from "../../../domain/visual/wideRules/applied.ts";
import type { Stabiliser } from "../stabilisers/stabiliser.ts";
import { bannerNote } from "./bannerNote.ts";
import type { Capturing } from "./capturing.ts";
import { type Entered, enterPage } from "./enterPage.ts";
import type { Preparing } from "./prepare.ts";
import { recordMap } from "./recordMap.ts";
import { type Mapped, recordMoving } from "./recordMoving.ts";
import { requireMode } from "./requireMode.ts";
import { restlessNote, restlessRegions } from "./restless.ts";
import { settlePage } from "./settlePage.ts";
import type { KnownFrame } from "./shoot.ts";
import { takeFrames, unstable } from "./takeFrames.ts";
import { walkSteps } from "./walkSteps.ts";

export type CaptureResult = CaptureOutcome & { map?: PageMap };

export async function captureIn(capturing: Capturing, known: KnownFrame): Promise<CaptureResult> {
  const { spec, lease, clock, notes } = capturing;
  const { page, renderer } = lease;
  clock.enter("open");
  const entered = await enterPage(capturing);
  // Steps are expected to navigate; without them the address is checked again after the screenshot, because scripts may navigate too.
  let shown = page.url();
  const preparing = preparingOf(capturing, entered);
  if (spec.steps.length > 0 || spec.readySelector !== null) {
    clock.enter("steps");
    await walkSteps(preparing);
  }

  clock.enter("settle");
  const settled = await settlePage(preparing, entered);
  notes.push(...settled.notes.filter(({ code }) => code !== "cut"));
  clock.add(settled.timings);

  await entered.requirePage();
  await requireMode(preparing);
  clock.enter("shoot");
  const taken = await takeFrames(preparing, settled, known, entered);
  let { shot } = taken;
  // A page that grows is cut in its last frame, not in its first.
  notes.push(...taken.prepared.notes.filter(({ code }) => code === "cut"));
  await entered.requirePage();
  clock.add({ frames: shot.frames, compare: Math.round(shot.compareMs) });
  if (spec.steps.length === 0) {
    shown = page.url();
    await entered.requireSignedIn();
  }
  if (!samePlace(spec.url, shown)) notes.push(redirected(shown));
  if (!shot.stable) notes.push(unstable(shot));

  let map: PageMap | undefined;
  let after: Pick<Mapped, "since" | "later"> | undefined;
  // A frame of an earlier attempt already has its map; moving parts are named by a map of the same moment.
  const isKnown = shot.restless.length === 0 && known.extraKnownSha256?.includes(shot.sha256);
  if (!shot.equalsKnown && !isKnown) {
    clock.enter("map");
    const mapped = await recordMoving(taken, (prepared) => recordMap(preparing, prepared), known.difference);
    ({ shot, map } = mapped);
    after = mapped;
    const banner = await bannerNote(preparing);
    if (banner) notes.push(banner);
  }
  const { frame, equalsKnown, stable, movingRegion } = shot;
  const restless = restlessRegions(
    { ...shot, since: after?.since ?? [], later: after?.later },
    map ?? null,
    frame.width,
  );
  notes.push(...restless.map(restlessNote));
  const { applied } = taken.prepared;
  notes.push(...appliedReasons(spec, applied));
  const timings = clock.stop();
  const outcome = {
    frame,
    equalsKnown,
    stable,
    movingRegion,
    restless,
    applied,
    notes,
    timings,
    httpStatus: entered.httpStatus,
    renderer,
  };
  return { kind: "captured", ...outcome, ...given({ map }) };
}

function preparingOf({ spec, lease, guard, limits, enabled }: Capturing, { traffic, loaded }: Entered): Preparing {
  const { page, holdsImages } = lease;
  return {
    spec,
    page,
    driver: driverOf(lease),
    traffic,
    guard,
    limits,
    enabled: loaded ? enabled : unwaiting(enabled),
    holdsImages,
  };
}

/** Whatever did not arrive while the page loaded is not waited for again. */
function unwaiting(enabled: readonly Stabiliser[]): Stabiliser[] {
  return enabled
    .filter(({ name }) => name !== "networkQuiet")
    .map((one) => {
      if (one.name !== "images") return one;
      const { inPage: _, ...rest } = one;
      return rest;
    });
}

function redirected(shown: string): Reason {
  const url = shownUrl(shown);
  return { code: "redirected", message: `The page redirected to ${url}, which was captured instead.`, data: { url } };
}
