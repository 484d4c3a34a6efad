// How pillars declare the project settings of their audits. Plain data, because workflows import the declarations.
import { PAGE_CHOICES } from "../words/pages.ts";

export type Setting =
  | { kind: "number"; min: number; max: number; whole: boolean }
  | { kind: "choice"; of: readonly string[] }
  | { kind: "text"; mostCharacters: number }
  | { kind: "texts"; most: number; mostCharacters: number }
  /** A number of findings for each severity. */
  | { kind: "bySeverity" }
  | { kind: "group"; fields: Settings };

/** Settings by the name under which the project stores them. All are optional. */
export type Settings = { readonly [name: string]: Setting };

export const selector = { kind: "text", mostCharacters: 500 } as const satisfies Setting;
export const names = { kind: "texts", most: 100, mostCharacters: 200 } as const satisfies Setting;

/** For audits that can visit the pages of a crawl. */
export const pages = { kind: "choice", of: PAGE_CHOICES } as const satisfies Setting;

/** How much worse than in the compared run a figure may be. */
export const worseBy = { kind: "number", min: 0, max: 1_000_000, whole: false } as const satisfies Setting;

/** Settings that every audit has. */
export const COMMON_SETTINGS = {
  thresholds: {
    kind: "group",
    fields: {
      maxNew: { kind: "bySeverity" },
      minScore: { kind: "number", min: 0, max: 100, whole: false },
      worse: { kind: "group", fields: { score: worseBy, findings: worseBy } },
    },
  },
} as const satisfies Settings;
