// Records what a step's element looked like and what was next to it. Healing starts from both.
import type { Frame, Locator, Page } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { untraced } from "../../../browsers/page/inTrace.ts";
import { MAX_BESIDE, type Neighbour, neighbourOf } from "../../../domain/functional/heal/propose.ts";
import type { Fingerprint } from "../../../domain/functional/target.ts";
import type { Masker } from "../../../domain/functional/values.ts";
import { type PrintsWish, readPrints } from "./inPage/prints.ts";

const MAX_MS = 2_000;
/** Maximum number of elements per page that healing compares. */
const MAX_CANDIDATES = 1_500;

export type Met = { print: Fingerprint; beside: Neighbour[] };

/** `besides`: whether to record neighboring elements too. null: the element was gone before it could be read. */
export async function fingerprintOf(
  element: Locator,
  { guard, mask, besides }: { guard: Guard; mask: Masker; besides: boolean },
): Promise<Met | null> {
  const wish: PrintsWish = { markAs: null, most: besides ? MAX_BESIDE : 0 };
  const reading = untraced(element.page(), () => element.evaluate(readPrints, wish, { timeout: MAX_MS }));
  const read = await bounded(guard, reading, MAX_MS);
  if (!read?.own) return null;
  const beside = read.beside.map((one) =>
    neighbourOf({ ...one, name: mask(one.name), href: mask(one.href), type: mask(one.type) }),
  );
  return { print: masked(read.own, mask), beside };
}

/**
 * Returns fingerprints of all elements a step might refer to (visible and actionable), in document order. Each gets
 * the attribute `markAs` with its position in the list.
 */
export async function readCandidates(page: Page | Frame, markAs: string, mask: Masker): Promise<Fingerprint[]> {
  const wish: PrintsWish = { markAs, most: MAX_CANDIDATES };
  const { listed } = (await page.evaluate(`(${readPrints.toString()})(null, ${JSON.stringify(wish)})`)) as ReturnType<
    typeof readPrints
  >;
  return listed.map((print) => masked(print, mask));
}

/** Masks secrets, and limits texts to 200 characters. */
function masked(print: Fingerprint, mask: Masker): Fingerprint {
  const cut = (text: string): string => mask(text).slice(0, 200);
  return {
    ...print,
    name: cut(print.name),
    text: cut(print.text),
    id: cut(print.id),
    alt: cut(print.alt),
    ariaLabel: cut(print.ariaLabel),
    classes: print.classes.map(cut),
    href: cut(print.href),
    attributes: Object.fromEntries(Object.entries(print.attributes).map(([key, value]) => [key, cut(value)])),
    neighbours: print.neighbours.map(cut),
  };
}
