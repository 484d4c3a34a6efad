// Takes screenshots of elements that break a rule. A failure here never fails an audit.

import { LateError } from "../../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import { isBestPractice, shotKey } from "../../../domain/pillars/a11y/axeResults.ts";
import { IMPACTS } from "../../../domain/pillars/a11y/gathered.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import type { Cover } from "./cover.ts";
import type { AxeFound } from "./runAxe.ts";

export const MAX_SHOTS = 10;
const MARGIN = 16;
/** Maximum size of a screenshot in CSS px; of a larger element the top left part is shown. */
const WIDEST = 800;
const HIGHEST = 500;
const MAX_BYTES = 600_000;
const SHOT_MS = 4_000;
const ALL_MS = 12_000;

/** A page may have thousands of broken elements; only the first are captured. */
const MAX_ASKED = 200;

type Wanted = { key: string; target: string; box: Box };
type Box = NonNullable<AxeFound["outcomes"][number]["nodes"][number]["box"]>;
/** An element that breaks one of our own rules. */
export type OwnFailure = { rule: string; target: string; box: Box | null };

/** `full`: draws the page at full size while screenshots are taken. */
type Shooting = {
  cover?: Cover;
  own?: readonly OwnFailure[];
  full?: (pictures: () => Promise<void>) => Promise<void>;
};

/**
 * Adds the artifact ids to `shots`, by rule and target, up to the maximum: the worst first. A banner over the page
 * (`cover`) is invisible in all of them except those of its own elements.
 */
export async function shootElements(
  visit: Visit,
  tools: Pick<GatherTools, "store" | "log">,
  found: AxeFound,
  shots: Map<string, string>,
  { cover, own = [], full = (pictures) => pictures() }: Shooting = {},
): Promise<void> {
  const list = [...wanted(found), ...own.flatMap(wantedOfOwn)].filter(({ key }) => !shots.has(key));
  if (list.length > 0 && shots.size < MAX_SHOTS) await full(() => shootList(visit, tools, list, shots, cover));
}

async function shootList(
  visit: Visit,
  tools: Pick<GatherTools, "store" | "log">,
  list: readonly Wanted[],
  shots: Map<string, string>,
  cover: Cover | undefined,
): Promise<void> {
  if (!cover) return shootAll(visit, tools, list, shots, async () => undefined);
  const targets = list.slice(0, MAX_ASKED).map(({ target }) => target);
  const held = await cover.holds(targets);
  const inBanner = new Set(targets.filter((_, at) => held[at]));
  let hidden = false;
  const uncover = async (hide: boolean): Promise<void> => {
    if (hide !== hidden) await cover.hide(hide);
    hidden = hide;
  };
  try {
    await shootAll(visit, tools, list, shots, ({ target }) => uncover(!inBanner.has(target)));
  } finally {
    await uncover(false);
  }
}

async function shootAll(
  { driver, guard }: Visit,
  tools: Pick<GatherTools, "store" | "log">,
  list: readonly Wanted[],
  shots: Map<string, string>,
  uncover: (one: Wanted) => Promise<void>,
): Promise<void> {
  const end = performance.now() + ALL_MS;
  /** By place, because one element may break several rules. Screenshots are stored while the next ones are taken. */
  const taken = new Map<string, Promise<string>>();
  const kept = new Map<string, Promise<string>>();
  const failed = (error: unknown): void => {
    if (guard.signal.aborted) throw error;
    tools.log("warn", "an element could not be pictured", { reason: error instanceof Error ? error.name : "unknown" });
  };
  for (const one of list) {
    const { key, box } = one;
    if (shots.size + kept.size >= MAX_SHOTS || performance.now() > end) break;
    if (shots.has(key) || kept.has(key)) continue;
    const clip = clipOf(box);
    const place = JSON.stringify(clip);
    try {
      const known = taken.get(place);
      if (known !== undefined) {
        kept.set(key, known);
        continue;
      }
      await uncover(one);
      const png = await guard.run(driver.shoot(clip), SHOT_MS, () => new LateError(SHOT_MS));
      if (png.byteLength > MAX_BYTES) continue;
      const stored = tools.store(png, "image/png");
      stored.catch(() => undefined); // awaited below
      taken.set(place, stored);
      kept.set(key, stored);
    } catch (error) {
      failed(error);
      // If the page does not draw, every further screenshot would take as long.
      if (error instanceof LateError) break;
    }
  }
  for (const [key, stored] of kept) {
    const id = await stored.catch(failed);
    if (id) shots.set(key, id);
  }
}

function wanted({ outcomes, rules }: AxeFound): Wanted[] {
  const list = outcomes.flatMap(({ rule, nodes }) =>
    isBestPractice(rules[rule] ?? { tags: [] })
      ? []
      : nodes.flatMap(({ kind, target, box, impact }) =>
          kind === "failed" && box !== null
            ? [
                {
                  key: shotKey(rule, target),
                  target,
                  box,
                  rank: impact === null ? IMPACTS.length : IMPACTS.indexOf(impact),
                },
              ]
            : [],
        ),
  );
  return list.sort((a, b) => a.rank - b.rank);
}

const wantedOfOwn = ({ rule, target, box }: OwnFailure): Wanted[] =>
  box === null ? [] : [{ key: shotKey(rule, target), target, box }];

function clipOf({ x, y, width, height }: Box): Box {
  const left = Math.max(0, Math.floor(x) - MARGIN);
  const top = Math.max(0, Math.floor(y) - MARGIN);
  return {
    x: left,
    y: top,
    width: Math.min(WIDEST, Math.ceil(x + width) + MARGIN - left),
    height: Math.min(HIGHEST, Math.ceil(y + height) + MARGIN - top),
  };
}
