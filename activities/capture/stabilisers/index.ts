// The stabilisers, in the order in which they run.
import { type ShotSpec, STABILISERS_OFF_BY_DEFAULT, type StabiliserName } from "../../../domain/visual/shot.ts";
import { animations } from "./animations.ts";
import { busy } from "./busy.ts";
import { caret } from "./caret.ts";
import { fixedClock } from "./fixedClock.ts";
import { fixedRandom } from "./fixedRandom.ts";
import { fonts } from "./fonts.ts";
import { images } from "./images.ts";
import { lazy } from "./lazy.ts";
import { media } from "./media.ts";
import { networkQuiet } from "./networkQuiet.ts";
import { reducedMotion } from "./reducedMotion.ts";
import type { ContextPart, Phase, Stabiliser } from "./stabiliser.ts";
import { sticky } from "./sticky.ts";

export const STABILISER_TABLE: readonly Stabiliser[] = [
  reducedMotion,
  fixedClock,
  fixedRandom,
  lazy,
  networkQuiet,
  busy,
  fonts,
  images,
  media,
  animations,
  caret,
  sticky,
];

/** Returns the stabilisers enabled by this scenario. */
export function enabledStabilisers(spec: Pick<ShotSpec, "stabilisers">): Stabiliser[] {
  return STABILISER_TABLE.filter(({ name }) => spec.stabilisers[name] ?? !STABILISERS_OFF_BY_DEFAULT.includes(name));
}

/** Returns the combined context options of the stabilisers, set before a page is opened. */
export function contextPart(enabled: readonly Stabiliser[], spec: ShotSpec): Required<ContextPart> {
  const parts = enabled.map((one) => one.context?.(spec) ?? {});
  return {
    reducedMotion: parts.some((part) => part.reducedMotion),
    stillImages: parts.some((part) => part.stillImages),
    initScript: parts.map((part) => part.initScript ?? "").join(""),
  };
}

/** Returns the sources of the in-page parts for a single call that runs them all; each with its time limit. */
export function inPageSource(enabled: readonly Stabiliser[], phase: Phase): string {
  const entries = enabled.flatMap(({ name, boundMs, ...one }) =>
    partsIn(one, phase).map((part) => `[${JSON.stringify(name)},${boundMs},${String(part)}]`),
  );
  return `[${entries.join(",")}]`;
}

/** Returns what a stabiliser runs in the page in this phase. */
export function partsIn(
  { phase: own, inPage, beforeFrame }: Pick<Stabiliser, "phase" | "inPage" | "beforeFrame">,
  phase: Phase,
): NonNullable<Stabiliser["inPage"]>[] {
  return [own === phase ? inPage : undefined, phase === "shoot" ? beforeFrame : undefined].filter(
    (part) => part !== undefined,
  );
}

/** Returns the sentence for a failure, reported from the page or from here. */
export function explainStabiliserFailure(name: StabiliserName, error: Error): string {
  const found = STABILISER_TABLE.find((one) => one.name === name);
  return found?.explainFailure(error) ?? `The stabiliser ${name} failed.`;
}
