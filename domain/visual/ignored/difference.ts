// Identifies exactly what differs in a result, so that the same difference is recognised and no other or larger one is mistaken for it.
import { given } from "../../given.ts";
import { hashText } from "../compare/fingerprint.ts";
import type { Comparison, Reason, ReasonCode } from "../outcome.ts";
import type { Change, ChangeKind } from "../reading/change.ts";
import { shiftOf } from "../reading/common.ts";
import { changeNames } from "../reading/groups.ts";

/**
 * `name`: what happened (Change.key). `exact`: hash of its texts, values and element. `pixels`: number of pixels that differ because of
 * it. `whole`: hash of a whole block or of several elements, and how far they moved; missing in parts stored by earlier versions.
 */
export type Part = { name: string; exact: string; pixels: number; whole?: string };
/** `pixels`: of the whole result. */
export type Difference = { parts: Part[]; pixels: number };

export type Compared = Pick<Comparison, "reasons"> & {
  changedPixels: number | null;
  fingerprint: string | null;
  causes?: readonly string[] | undefined;
  changes?: readonly Change[] | undefined;
};

/** Findings that fail a result in addition to its changes. A rule that hides the whole page must be fixed and can never be ignored. */
const FINDINGS: readonly ReasonCode[] = ["layout_changed", "dynamic_region_changed", "size_changed"];
const NEVER: readonly ReasonCode[] = ["rule_hides_page", "no_baseline", "baseline_missing_file", "unstable", "flaky"];

/** Kinds whose name and texts do not tell what is drawn: a different drawing has different pixels. */
const DRAWN: ReadonlySet<ChangeKind> = new Set(["drawing", "unknown", "image", "font"]);

/** The same difference may grow by a tenth, because a browser may anti-alias an edge differently. */
const atMost = (pixels: number): number => pixels + Math.floor(pixels / 10);

/** Returns the difference, or null if the result does not say what changed, so that it could not be recognised again. */
export function differenceOf({ reasons, changedPixels, ...named }: Compared): Difference | null {
  if (reasons.some(({ code }) => NEVER.includes(code))) return null;
  const known = new Map((named.changes ?? []).map((change) => [change.key, change]));
  const parts: Part[] = [];
  for (const name of changeNames({ ...named, index: 0 })) {
    if (typeof name === "number") return null;
    const change = known.get(name);
    // If there are many changes, not all are stored; the rest is only the same if every pixel is.
    if (change) parts.push(partOf(name, change));
    else parts.push({ name, exact: named.fingerprint ?? "", pixels: changedPixels ?? 0 });
  }
  return { parts: [...parts, ...reasons.flatMap(findingOf)], pixels: changedPixels ?? 0 };
}

function partOf(name: string, change: Change): Part {
  const shift = shiftOf(change);
  const whole = change.whole === undefined && shift.length === 0 ? undefined : `${change.whole ?? ""} ${shift.join()}`;
  return given({ name, exact: exactOf(change), pixels: change.changedPixels, whole });
}

/** Excludes the position, because whatever pushes the element down is a separate change. */
function exactOf({ kind, selector, count, text, image, styles, box, boxBefore, changedPixels }: Change): string {
  const place = box ?? boxBefore;
  const drawn = DRAWN.has(kind) ? [place?.width, place?.height, changedPixels] : [];
  return hashText(JSON.stringify([kind, selector, count, text, image, styles, drawn]));
}

function findingOf({ code, message, data }: Reason): Part[] {
  if (!FINDINGS.includes(code)) return [];
  const by = (side: "Width" | "Height"): number => Number(data?.[`test${side}`]) - Number(data?.[`baseline${side}`]);
  const exact = code === "size_changed" ? `${by("Width")}x${by("Height")}` : hashText(message);
  return [{ name: `${code} ${String(data?.selector ?? "")}`, exact, pixels: 0 }];
}

const isSame = (shown: Part, kept: Part): boolean =>
  shown.name === kept.name &&
  shown.exact === kept.exact &&
  (kept.whole === undefined || shown.whole === kept.whole) &&
  shown.pixels <= atMost(kept.pixels);

/** Returns those of `kept` that together make up the difference completely; null if part of it is new or larger. */
export function coveredBy<K extends Difference>(shown: Difference, kept: readonly K[]): K[] | null {
  const used = new Set<K>();
  for (const part of shown.parts) {
    const same = kept.find(({ parts }) => parts.some((one) => isSame(part, one)));
    if (!same) return null;
    used.add(same);
  }
  const allowed = [...used].reduce((sum, { pixels }) => sum + pixels, 0);
  return used.size > 0 && shown.pixels <= atMost(allowed) ? [...used] : null;
}
