// Finds the consent banner of a page in any frame or shadow tree, and presses its buttons.
import { LABEL_WORDS, type LabelKind, labelReader } from "../../domain/consent/labelKind.ts";
import { BANNER_WORDS, INFO_WORDS } from "../../domain/consent/words.ts";
import { type BannerRead, type BannerTask, bannerReader, type TextWords } from "./inPage/bannerReader.ts";
import { namePlace } from "./inPage/namePlace.ts";
import { refuseBoxes } from "./inPage/refuseBoxes.ts";
import type { WorldFrame, Worlds } from "./worlds.ts";

/** Labels of its buttons; null if there is none of the kind. See BannerRead. */
export type Seen = Pick<BannerRead, LabelKind | "others" | "readable" | "clicks" | "stuck">;

const READER = "plumblineBanner";
/** Minimum fraction of the window for a frame to be treated as an unreadable banner. */
const MIN_SHARE = 0.02;

const TEXT_WORDS: TextWords = { about: LABEL_WORDS.about, banner: BANNER_WORDS, info: INFO_WORDS };
const MAKE_READER = `(${bannerReader})({
  labelReader: () => (${labelReader})(${JSON.stringify(LABEL_WORDS)}),
  words: ${JSON.stringify(TEXT_WORDS)},
  refuseBoxes: ${refuseBoxes},
  namePlace: ${namePlace},
})`;

/** Script of a world: keeps the reader in the document, so that it remembers which closed trees were opened for it. */
export const READER_SCRIPT = `globalThis.${READER} ??= ${MAKE_READER};`;

/** The same query for any script world of a document: an expression that evaluates to a BannerRead or null. */
export function bannerQuestion(main: boolean): string {
  const task: BannerTask = { press: null, main, places: true };
  return `${MAKE_READER}.see(${JSON.stringify(task)})`;
}

/** An expression that evaluates to the result of `BannerReader.frames`. */
export const FRAMES_QUESTION = `${MAKE_READER}.frames()`;

/**
 * Undefined: nothing that looks like a banner is open in any frame. With `press`, a button of that kind is pressed if
 * there is one (`clicks` above 0). A readable banner takes precedence over an unreadable one.
 */
export async function seeBanner(worlds: Worlds, press: LabelKind | null = null): Promise<Seen | undefined> {
  const seen = await seeInFrames(worlds, press);
  if (seen && (seen.readable || seen.clicks > 0)) return seen;
  // Only now, because it takes a call for each part at the top of the window.
  const opened = await Promise.all(worlds.frames().map((frame) => openClosedTrees(worlds, frame)));
  return opened.some(Boolean) ? ((await seeInFrames(worlds, press)) ?? seen) : seen;
}

async function seeInFrames(worlds: Worlds, press: LabelKind | null): Promise<Seen | undefined> {
  let readable: Seen | undefined;
  let unread: Seen | undefined;
  for (const frame of worlds.frames()) {
    const place = frame.main ? undefined : await worlds.placeOf(frame);
    if (!frame.main && !place?.shown) continue;
    const seen = await seeIn(worlds, frame, press);
    if (!seen) continue;
    const floats = frame.main || (place?.floats === true && place.share >= MIN_SHARE);
    if (seen.clicks > 0 || seen.stuck > 0) return seen;
    if (seen.readable) readable ??= seen;
    else if (floats) unread ??= seen;
    if (readable && press === null) break;
  }
  return readable ?? unread;
}

async function seeIn(worlds: Worlds, frame: WorldFrame, press: LabelKind | null): Promise<Seen | undefined> {
  const task: BannerTask = { press, main: frame.main, places: false };
  const answer = await worlds.evaluate(frame, `globalThis.${READER}?.see(${JSON.stringify(task)})`);
  if (typeof answer !== "object" || answer === null) return undefined;
  const { accept, reject, settings, save, others, readable, clicks, stuck } = answer as Record<string, unknown>;
  return {
    accept: label(accept),
    reject: label(reject),
    settings: label(settings),
    save: label(save),
    others: Array.isArray(others) ? others.flatMap((one) => label(one) ?? []).slice(0, 8) : [],
    readable: readable === true,
    clicks: typeof clicks === "number" ? clicks : 0,
    stuck: typeof stuck === "number" ? stuck : 0,
  };
}

const label = (text: unknown): string | null => (typeof text === "string" ? text.slice(0, 60) : null);

/**
 * Gives our reader access to closed shadow trees at the top of the window, through the browser's protocol: the page and
 * its scripts see no difference. Returns whether there was a new one.
 */
async function openClosedTrees(worlds: Worlds, frame: WorldFrame): Promise<boolean> {
  let opened = false;
  // A tree within a tree is found in the next iteration.
  for (let turn = 0; turn < 3; turn += 1) {
    const found = await worlds.closedTrees(frame, `globalThis.${READER}?.hosts() ?? []`, KNOW);
    if (found === 0) break;
    opened = true;
  }
  return opened;
}

const KNOW = `function (root) { globalThis.${READER}.know(this, root); }`;
