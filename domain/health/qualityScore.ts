// One score for a site: the weighted average of its pillars, with the table behind it.
import { PILLAR_NAME, PILLARS, type Pillar } from "../audit/pillars.ts";
import { inWords } from "../text.ts";
import { oneDecimal } from "./figures.ts";
import type { HealthReason, QualityScore } from "./types.ts";
import { PILLAR_WEIGHTS } from "./weights.ts";

/** Computes the score. Pillars without data are left out of the average and named in the reasons. Scores are 0 to 100. */
export function qualityScore(scores: readonly { pillar: Pillar; score: number | null }[]): QualityScore {
  const scoreOf = (pillar: Pillar) => scores.find((one) => one.pillar === pillar)?.score ?? null;
  const counted = PILLARS.filter((pillar) => scoreOf(pillar) !== null && PILLAR_WEIGHTS[pillar] > 0);
  const total = counted.reduce((sum, pillar) => sum + PILLAR_WEIGHTS[pillar], 0);
  const exact = counted.reduce((sum, pillar) => sum + (scoreOf(pillar) ?? 0) * PILLAR_WEIGHTS[pillar], 0) / total;
  const table = PILLARS.map((pillar) => {
    const score = scoreOf(pillar);
    const share = score === null || total === 0 ? 0 : PILLAR_WEIGHTS[pillar] / total;
    return {
      pillar,
      name: PILLAR_NAME[pillar],
      score,
      weight: PILLAR_WEIGHTS[pillar],
      share: Math.round(share * 1e4) / 1e4,
      points: score === null ? null : oneDecimal(score * share),
    };
  });
  const score = counted.length === 0 ? null : oneDecimal(exact);
  return { score, table, reasons: reasonsOf(score, counted) };
}

function reasonsOf(score: number | null, counted: readonly Pillar[]): HealthReason[] {
  const absent = PILLARS.filter((pillar) => !counted.includes(pillar));
  const names = (pillars: readonly Pillar[]) => inWords(pillars.map((pillar) => PILLAR_NAME[pillar]));
  if (score === null)
    return [
      {
        code: "no_data",
        message: "No pillar has data, so there is no score.",
        data: { pillars: 0, of: PILLARS.length },
      },
    ];
  const sum = (pillars: readonly Pillar[]) => pillars.reduce((all, pillar) => all + PILLAR_WEIGHTS[pillar], 0);
  const [withData, all] = [sum(counted), sum(PILLARS)];
  const mean: HealthReason = {
    code: "weighted_mean",
    message: `Average of ${counted.length} of ${PILLARS.length} areas.`,
    data: { score, pillars: counted.length, of: PILLARS.length, weight: withData, ofWeight: all },
  };
  if (absent.length === 0) return [mean];
  const left: HealthReason = {
    code: "left_out",
    message: `${names(absent)} ${absent.length === 1 ? "has" : "have"} no data yet.`,
    data: { pillars: absent.join(" "), count: absent.length },
  };
  return [mean, left];
}
