import { type Check, warning } from "../../../audit/finding.ts";
import { about, listed, onContent } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const INSTEAD: Record<string, string> = {
  acronym: "abbr",
  applet: "object",
  dir: "ul",
  bgsound: "audio",
  strike: "s or del",
  tt: "code or kbd",
  frameset: "iframe",
};

/** Obsolete elements describe how text looks instead of what it means, and browsers may stop supporting them. */
export const obsoleteElement: Check<A11yData> = {
  rule: "obsolete-element",
  severity: "minor",
  title: "The page uses no obsolete HTML elements.",
  fault: "Page uses obsolete HTML elements",
  help: "Use a semantic element (h2, em, abbr, s), and a style sheet for its look.",
  run: onContent(({ obsolete }) =>
    listed(
      obsolete.map((one) => {
        const instead = INSTEAD[one.name];
        const times = one.count === 1 ? "once" : `${one.count} times`;
        return warning(
          `The page uses the ${one.name} element ${times}, which is obsolete${instead === undefined ? "" : `; use ${instead} instead`}.`,
          ...about(["best-practice"], one, { name: one.name, elements: one.count }),
        );
      }),
      1,
      "elements",
    ),
  ),
};
