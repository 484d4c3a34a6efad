// Does the demo's visual test find every seeded defect and nothing else? A pure comparison.

export type SeededDefect = {
  id: string;
  pillar: string;
  description: string;
  visual?: { scenarioLabel: string; viewports: string[]; kind: string };
};

type Result = { scenarioLabel: string; viewport: string; status: string };

export function judgeDemo(defects: SeededDefect[], results: Result[]): { ok: boolean; lines: string[] } {
  const place = (label: string, viewport: string) => `${label} (${viewport})`;
  const seeded = defects.flatMap((d) =>
    d.visual ? d.visual.viewports.map((v) => place(d.visual?.scenarioLabel ?? "", v)) : [],
  );
  const found = results.filter((r) => r.status !== "passed").map((r) => place(r.scenarioLabel, r.viewport));
  const missed = [...new Set(seeded.filter((p) => !found.includes(p)))];
  const extra = found.filter((p) => !seeded.includes(p));
  const visual = defects.filter((d) => d.visual);
  const lines = [
    `seeded visual defects: ${visual.length}, on ${new Set(seeded).size} shots; found on ${new Set(seeded).size - missed.length}`,
    ...missed.map((p) => `MISSED: ${p}`),
    ...extra.map((p) => `FOUND BUT NOT SEEDED: ${p}`),
  ];
  if (missed.length === 0 && extra.length === 0) lines.push("every seeded visual defect was found, and nothing else");
  return { ok: missed.length === 0 && extra.length === 0, lines };
}
