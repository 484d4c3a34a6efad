// Pictures of elements that break a rule. None of this may fail an audit.

import type { Visit } from "../../../browsers/page/visit.ts";
import { isBestPractice, shotKey } from "../../../domain/pillars/a11y/axeResults.ts";
import { IMPACTS } from "../../../domain/pillars/a11y/gathered.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import type { AxeFound } from "./runAxe.ts";
import { LateError } from "./worlds.ts";

export const MOST_SHOTS = 10;
const MARGIN = 16;
/** CSS px of a picture; of a larger element the top left part is shown. */
const WIDEST = 800;
const HIGHEST = 500;
const LARGEST_BYTES = 600_000;
const SHOT_MS = 4_000;
const ALL_MS = 12_000;

type Box = NonNullable<AxeFound["outcomes"][number]["nodes"][number]["box"]>;

/** Adds the artifact ids to `shots`, by rule and target, until there are as many as are kept: the worst first. */
export async function shootElements(
  { driver, guard }: Visit,
  tools: Pick<GatherTools, "store" | "log">,
  found: AxeFound,
  shots: Map<string, string>,
): Promise<void> {
  const end = performance.now() + ALL_MS;
  /** Several rules may be broken by one element. */
  const taken = new Map<string, string>();
  for (const { key, box } of wanted(found)) {
    if (shots.size >= MOST_SHOTS || performance.now() > end) return;
    if (shots.has(key)) continue;
    const clip = clipOf(box);
    const place = JSON.stringify(clip);
    try {
      const known = taken.get(place);
      if (known !== undefined) {
        shots.set(key, known);
        continue;
      }
      const png = await guard.run(driver.shoot(clip), SHOT_MS, () => new LateError(SHOT_MS));
      if (png.byteLength > LARGEST_BYTES) continue;
      const id = await tools.store(png, "image/png");
      taken.set(place, id);
      shots.set(key, id);
    } catch (error) {
      if (guard.signal.aborted) throw error;
      tools.log("warn", "an element could not be pictured", {
        reason: error instanceof Error ? error.name : "unknown",
      });
      // A page that does not draw makes every further one wait as long.
      if (error instanceof LateError) return;
    }
  }
}

function wanted({ outcomes, rules }: AxeFound): { key: string; box: Box }[] {
  const list = outcomes.flatMap(({ rule, nodes }) =>
    isBestPractice(rules[rule] ?? { tags: [] })
      ? []
      : nodes.flatMap(({ kind, target, box, impact }) =>
          kind === "failed" && box !== null
            ? [{ key: shotKey(rule, target), box, rank: impact === null ? IMPACTS.length : IMPACTS.indexOf(impact) }]
            : [],
        ),
  );
  return list.sort((a, b) => a.rank - b.rank);
}

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
