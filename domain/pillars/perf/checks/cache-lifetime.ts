import type { Check } from "../../../audit/finding.ts";
import { capital } from "../../../text.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, countNamed, outcomeOf, shownItems, size } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

/** Third-party files cause a warning at most, because the site owner cannot change them. */
export const cacheLifetime: Check<PerfFacts> = {
  rule: "cache-lifetime",
  severity: "moderate",
  title: "Static files have a long cache lifetime.",
  fault: "Static files are not cached long enough",
  help: "Send Cache-Control: max-age=31536000, immutable for files with a hash in their URL, and a shorter lifetime for the others.",
  run: (facts) =>
    byAudit(facts, "cache-insight", ({ items, sum, count: files }) => {
      if (files === 0) return { outcome: "passed", target: "", message: "Static files have a long cache lifetime." };
      const own = items.filter((item) => item.own).reduce((bytes, { wastedBytes }) => bytes + wastedBytes, 0);
      const judged = outcomeOf(own, THRESHOLD.cacheWastedBytes);
      const outcome =
        judged === "passed" ? (sum.wastedBytes >= THRESHOLD.cacheWastedBytes.failed ? "warning" : judged) : judged;
      const message = `${capital(countNamed(items, files, "file"))} ${files === 1 ? "is" : "are"} not cached, or only briefly; a second visit loads ${size(sum.wastedBytes)} again.`;
      return { outcome, target: "", message, evidence: { wastedBytes: sum.wastedBytes, items: shownItems(items) } };
    }),
};
