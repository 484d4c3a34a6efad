// How pillars declare what a project may set for their audits. Plain data, since workflows read declarations.
import { PAGE_CHOICES } from "../words/pages.ts";

export type Setting =
  | { kind: "number"; min: number; max: number; whole: boolean }
  | { kind: "choice"; of: readonly string[] }
  | { kind: "text"; mostCharacters: number }
  | { kind: "texts"; most: number; mostCharacters: number }
  /** A number of findings for each severity. */
  | { kind: "bySeverity" }
  | { kind: "group"; fields: Settings };

/** By the name under which the project's settings hold it. All may be absent. */
export type Settings = { readonly [name: string]: Setting };

export const selector = { kind: "text", mostCharacters: 500 } as const satisfies Setting;
export const names = { kind: "texts", most: 100, mostCharacters: 200 } as const satisfies Setting;

/** For audits that can visit the pages of a crawl. */
export const pages = { kind: "choice", of: PAGE_CHOICES } as const satisfies Setting;

/** By how much a figure may be worse than in the run that is compared with. */
export const worseBy = { kind: "number", min: 0, max: 1_000_000, whole: false } as const satisfies Setting;

/** What every audit has. */
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
