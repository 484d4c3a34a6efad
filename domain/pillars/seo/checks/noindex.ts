import { failed, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { directivesOf, keepsOut, lastDayOf, noindexOf } from "../indexing.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const noindex: SeoCheck<SeoPage> = {
  rule: "noindex",
  severity: "serious",
  weight: 10,
  title: "Nothing excludes the page from the index.",
  fault: "Page is excluded from the search index",
  help: "Remove noindex from the robots meta element or the X-Robots-Tag header, unless the page is excluded from search on purpose.",
  run: onDocument(({ metas }, { robotsHeaders, at }) => {
    const found = noindexOf(metas, robotsHeaders, at);
    if (found) {
      const where =
        found.source === "meta"
          ? `The ${found.robot === "*" ? "robots" : found.robot} meta element`
          : "The X-Robots-Tag header";
      const over = lastDayOf(found) === undefined ? "" : ", a time that is over";
      return failed(
        `${where} is ${short(found.word, 80)}${over}, so ${found.robot === "*" ? "search engines leave" : "Google leaves"} the page out.`,
        "",
        {
          evidence: { directive: short(found.word, 80), robot: found.robot, source: found.source },
        },
      );
    }
    const all = directivesOf(metas, robotsHeaders);
    const other = all.find((directive) => keepsOut(directive, at));
    if (other)
      return warning(`The page is excluded from the index of ${other.robot.slice(0, 40)}.`, "", {
        evidence: { robot: other.robot.slice(0, 40) },
      });
    const unreadable = all.find(
      ({ word }) => word.startsWith("unavailable_after:") && lastDayOf({ word }) === undefined,
    );
    if (unreadable)
      return warning(`"${short(unreadable.word, 80)}" names no date that can be read.`, "unavailable_after", {
        severity: "minor",
        evidence: { directive: short(unreadable.word, 80) },
      });
    const last = all.map(lastDayOf).find((time) => time !== undefined);
    return passed(
      last === undefined
        ? "No directive keeps the page out of the index."
        : `Search engines may show the page until ${new Date(last).toISOString().slice(0, 10)}.`,
    );
  }),
};
