import type { Check } from "../../../audit/finding.ts";
import { capital } from "../../../text.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, countNamed, ms, outcomeOf, shownItems, worse } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

/**
 * Lighthouse's estimate assumes the same response time for all files of a server, so a single slow file hardly affects it.
 * The actual loading time of each blocking file therefore counts too.
 */
export const renderBlocking: Check<PerfFacts> = {
  rule: "render-blocking",
  severity: "serious",
  title: "No file blocks the first content.",
  fault: "Files block the first content",
  help: "Load scripts with defer or async. Inline the styles that the first screen needs, and load the others without blocking.",
  run: (facts) =>
    byAudit(facts, "render-blocking-insight", ({ savings, items, count: files }) => {
      if (files === 0) return { outcome: "passed", target: "", message: "No file blocks rendering." };
      const saved = savings.FCP ?? 0;
      const slowest = [...items].sort((a, b) => b.observedMs - a.observedMs)[0];
      const took = slowest?.observedMs ?? 0;
      const byFile = outcomeOf(took, THRESHOLD.renderBlockingFileMs);
      const outcome = worse(outcomeOf(saved, THRESHOLD.renderBlockingSavingsMs), byFile);
      const slow = byFile === "passed" ? "" : ` The slowest, ${slowest?.url}, took ${ms(took)} to arrive.`;
      const message = `${capital(countNamed(items, files, "file"))} ${files === 1 ? "blocks" : "block"} the first content; about ${ms(saved)} could be saved.${slow}`;
      return { outcome, target: "", message, evidence: { savedMs: saved, items: shownItems(items) } };
    }),
};
