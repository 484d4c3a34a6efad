// Converts configurations of other tools into sections of plumbline.yml. What has no counterpart is listed with the reason.

import { type Fields, isFields } from "../fields.ts";
import { importRecording } from "../functional/recorder/importRecording.ts";
import { slugOf } from "../functional/slug.ts";
import type { FileFeature } from "../projectFile/types.ts";
import { oneLine, truncate } from "../text.ts";
import { backstopSections } from "./backstopSections.ts";
import type { Beside, Converted } from "./converted.ts";
import type { Format } from "./formats.ts";
import { budgetFiles, lighthouseRc } from "./lighthouse.ts";
import { lighthouseBudgets } from "./lighthouseBudgets.ts";
import { pa11yCi } from "./pa11y.ts";
import { sitemapOf } from "./pa11ySitemap.ts";
import { readScenarioText } from "./parseScenarioFile.ts";
import { refused } from "./problems.ts";
import { sitemap } from "./sitemap.ts";
import { storybook } from "./storybook.ts";

/** Maximum number of notes listed. */
const MAX_NOTES = 200;

const OF: Readonly<Record<Format, (text: string, beside: Beside) => Converted>> = {
  backstopjs: (text) => backstopSections(readScenarioText(text)),
  storybook: (text, { from }) => storybook(jsonOf(text), from),
  sitemap,
  lighthouserc: (text, beside) => lighthouseRc(jsonOf(text), beside),
  "lighthouse-budget": (text) => lighthouseBudgets(readScenarioText(text)),
  "pa11y-ci": (text, beside) => pa11yCi(jsonOf(text), beside),
  "chrome-recorder": recording,
};
/** Files and addresses that a configuration names and that are read along with it. */
const NAMES: Partial<Record<Format, (json: Fields, beside: Beside) => (string | null)[]>> = {
  lighthouserc: (json) => budgetFiles(json).map(([, name]) => name),
  "pa11y-ci": (json, beside) => [sitemapOf(json, beside)],
};

/** Throws `validation_error` if the text does not have this format. */
export function convert(format: Format, text: string, beside: Beside = {}): Converted {
  const made = OF[format](text, beside);
  const { leftOut } = made;
  const more = leftOut.length - MAX_NOTES;
  return {
    ...made,
    leftOut: more > 0 ? [...leftOut.slice(0, MAX_NOTES), { path: "", reason: `and ${more} more` }] : leftOut,
  };
}

/** Returns the files and addresses that the text names, for `beside.related`. Throws `validation_error` if the text does not have this format. */
export function relatedOf(format: Format, text: string, beside: Beside = {}): string[] {
  const named = NAMES[format]?.(jsonOf(text), beside) ?? [];
  return [...new Set(named.filter((name) => name !== null))];
}

function jsonOf(text: string): Fields {
  const json = readScenarioText(text);
  if (isFields(json)) return json;
  throw refused("The file is invalid", [{ path: "", message: "must be an object" }]);
}

function recording(text: string): Converted {
  const { name, gherkin, notes } = importRecording(text);
  const feature: FileFeature = { id: slugOf(name, "recording"), gherkin };
  return {
    sections: { features: [feature] },
    leftOut: notes.map((reason) => ({ path: "", reason: truncate(oneLine(reason), 300) })),
  };
}
