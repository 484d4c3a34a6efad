import { type Check, type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { EXPOSURES, SOURCE_MAP } from "../exposures.ts";
import type { ExposureProbe, SecuritySite } from "../gathered.ts";

export const exposedFile: Check<SecuritySite> = {
  rule: "exposed-file",
  severity: "critical",
  title: "No private file is public.",
  fault: "Private file is publicly accessible",
  help: "Keep such files out of the published folder, and block names that start with a dot. Change every password that was in a public file.",
  run({ exposures }) {
    const measured = exposures.filter(({ state }) => state !== "not_measured");
    if (measured.length === 0) return inapplicable("No probe for exposed files was answered.");
    const found = measured.filter(({ state }) => state === "exposed").map(say);
    return found.length > 0
      ? found
      : passed(`None of ${measured.length} files that are often left behind can be read.`);
  },
};

function say(probe: ExposureProbe): CheckResult {
  const { url } = probe;
  const path = URL.parse(url)?.pathname ?? url;
  const details = { page: url, evidence: { status: probe.status, looksLike: probe.pattern } };
  if (probe.id === SOURCE_MAP.id)
    return warning(`The source map ${path} can be read and holds the sources of the scripts.`, path, {
      ...details,
      severity: "minor",
    });
  const known = EXPOSURES.find(({ id }) => id === probe.id);
  return failed(`The file ${path} can be read by anybody: it looks like ${known?.what ?? "a private file"}.`, path, {
    ...details,
    severity: known?.severity ?? "serious",
  });
}
