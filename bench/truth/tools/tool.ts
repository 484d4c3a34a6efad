// Interface of a tool in the truth benchmark: it captures a baseline of an address, and later reports whether the page still looks the same.
// To add a tool, add a file here and a line in index.ts, or pass any module that exports `tool`: `--tools ./mine.ts`.
import type { Place } from "../measure.ts";

export type Page = {
  url: string;
  /** CSS selectors that a careful user would mask; most pages have none. */
  masks: readonly string[];
};

/** `says`: in the tool's own words, for the list of what went wrong. */
export type Verdict = { passed: boolean; says: string };

export type ToolSession = {
  /** Captures the baseline of the page as currently served, replacing an earlier one. */
  baseline(page: Page): Promise<void>;
  /** Compares the page as currently served with its baseline. */
  judge(page: Page): Promise<Verdict>;
  close(): Promise<void>;
};

export type TruthTool = {
  /** Includes its version. */
  name: string;
  /** Settings that differ from its defaults; "" if none do. */
  settings: string;
  open(place: Place): Promise<ToolSession>;
};
