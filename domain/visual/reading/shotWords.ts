// Describes the changes of one result in words.
import type { Reason, Region } from "../outcome.ts";
import { changeOfRegion } from "../regionSentence.ts";
import type { Change } from "./change.ts";
import { changeDetail, changeSentence } from "./sentence.ts";

export type ShotWords = {
  /** Without a full stop. */
  sentence: string;
  lines: string[];
  /** At most three levels; "" if the change concerns no element. */
  selector: string;
  tiny: boolean;
  /** Indexes of its regions in the result's list. */
  regions: number[];
};

type Told = { changes?: readonly Change[] | undefined; regions: readonly Region[] };

/** Returns one entry per change, largest first; for results of earlier versions one per region. */
export function shotWords({ changes, regions }: Told): ShotWords[] {
  if (!changes?.length)
    return regions.map((region, at) => {
      const told = changeOfRegion(region);
      return { sentence: changeSentence(told), ...changeDetail(told), tiny: false, regions: [at] };
    });
  return changes.map((change) => ({
    sentence: changeSentence(change),
    ...changeDetail(change),
    tiny: change.tiny === true,
    regions: regions.flatMap(({ cause }, at) => (cause === change.key ? [at] : [])),
  }));
}

/** Returns the sentence of the largest change, otherwise the reason for the failure. */
export function shotTitle(shot: Told & { reasons: readonly Reason[]; scenarioLabel: string }): string {
  const { changes, regions, reasons, scenarioLabel } = shot;
  if (changes?.[0]) return changeSentence(changes[0]);
  const [largest] = [...regions].sort((a, b) => b.share - a.share);
  return largest ? changeSentence(changeOfRegion(largest)) : (reasons[0]?.message ?? scenarioLabel);
}
