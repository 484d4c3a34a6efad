import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, shownItems } from "../judge.ts";

export const lcpDiscovery: Check<PerfFacts> = {
  rule: "lcp-discovery",
  severity: "moderate",
  title: "The browser finds the largest image immediately.",
  fault: "Largest image is discovered late",
  help: "Put the image in the HTML itself, without loading=lazy, or preload it.",
  run: (facts) =>
    byAudit(facts, "lcp-discovery-insight", ({ flags, items }) => {
      const evidence = { items: shownItems(items) };
      if (flags.eagerlyLoaded === undefined)
        return { outcome: "inapplicable", target: "", message: "The largest element is not a loaded image." };
      if (!flags.eagerlyLoaded)
        return {
          outcome: "failed",
          target: "",
          message: "The largest image of the first screen is loaded lazily.",
          evidence,
        };
      if (flags.requestDiscoverable === false)
        return {
          outcome: "warning",
          target: "",
          message: "The largest image is not named in the HTML, so the browser finds it late.",
          evidence,
        };
      return { outcome: "passed", target: "", message: "The browser finds the largest image immediately." };
    }),
};
