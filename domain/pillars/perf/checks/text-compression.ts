import type { Check } from "../../../audit/finding.ts";
import { capital } from "../../../text.ts";
import { type PerfFacts, UNCOMPRESSED } from "../facts.ts";
import { countNamed, outcomeOf, overRuns, shownItems, size } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

/** Covers the document as Lighthouse reports it, and all other text files of the same site. */
export const textCompression: Check<PerfFacts> = {
  rule: "text-compression",
  severity: "serious",
  title: "Text is sent compressed.",
  fault: "Text files are not compressed",
  help: "Compress HTML, styles, scripts, JSON and SVG with Brotli, zstd or gzip, on the server or its proxy.",
  run: (facts) =>
    overRuns(facts, ({ audits }) => {
      const plain = audits[UNCOMPRESSED];
      const bytes = plain?.sum.bytes ?? 0;
      const compressed = audits["document-latency-insight"]?.flags.usesCompression;
      if (compressed === undefined && bytes === 0)
        return { outcome: "inapplicable", target: "", message: "How the document was sent is not known." };
      const outcome = compressed === false ? "failed" : outcomeOf(bytes, THRESHOLD.uncompressedTextBytes);
      const message =
        outcome === "passed"
          ? "Text is sent compressed."
          : bytes === 0
            ? "The document is sent uncompressed."
            : `${capital(countNamed(plain?.items ?? [], plain?.count ?? 0, "text file"))}, ${size(bytes)} in all, ${plain?.count === 1 ? "is" : "are"} sent uncompressed.`;
      return { outcome, target: "", message, evidence: { bytes, items: shownItems(plain?.items ?? []) } };
    }),
};
