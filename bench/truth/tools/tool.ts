// What a tool is to the truth benchmark: it takes a baseline of an address, and says later whether the page still looks the same. A
// further tool is a file beside this one and a line in index.ts, or any module that exports `tool`: `--tool ./mine.ts`.
import type { Place } from "../measure.ts";

export type Page = {
  url: string;
  /** What a careful user would leave out, as CSS selectors; most pages have none. */
  masks: readonly string[];
};

/** `says`: in the tool's own words, for the list of what went wrong. */
export type Verdict = { passed: boolean; says: string };

export type ToolSession = {
  /** Takes the baseline of the page as it is served now, in place of an earlier one. */
  baseline(page: Page): Promise<void>;
  /** Whether the page as it is served now passes against its baseline. */
  judge(page: Page): Promise<Verdict>;
  close(): Promise<void>;
};

export type TruthTool = {
  /** With its version. */
  name: string;
  /** What differs from its defaults; "" where nothing does. */
  settings: string;
  open(place: Place): Promise<ToolSession>;
};
