// Configurations of other tools as sections of plumbline.yml. What has no counterpart is listed, with the reason.

import { importRecording } from "../functional/recorder/importRecording.ts";
import { slugOf } from "../functional/slug.ts";
import type { FileFeature, FileScenario } from "../projectFile/types.ts";
import { oneLine, truncate } from "../text.ts";
import type { Converted } from "./converted.ts";
import type { Format } from "./formats.ts";
import { lighthouseBudgets, lighthouseRc } from "./lighthouse.ts";
import { pa11yCi } from "./pa11y.ts";
import { parseScenarioFile, readScenarioText } from "./parseScenarioFile.ts";
import { refused } from "./problems.ts";
import { sitemap } from "./sitemap.ts";
import { storybook } from "./storybook.ts";

/** Notes that are listed. */
const MAX_NOTES = 200;

type Json = Record<string, unknown>;
const OF: Readonly<Record<Format, (text: string) => Converted>> = {
  backstopjs: (text) => backstop(readScenarioText(text)),
  storybook: (text) => storybook(jsonOf(text)),
  sitemap,
  lighthouserc: (text) => lighthouseRc(jsonOf(text)),
  "lighthouse-budget": (text) => lighthouseBudgets(readScenarioText(text)),
  "pa11y-ci": (text) => pa11yCi(jsonOf(text)),
  "chrome-recorder": recording,
};

/** Throws `validation_error` for a text that is not of the format. */
export function convert(format: Format, text: string): Converted {
  const { sections, leftOut } = OF[format](text);
  const more = leftOut.length - MAX_NOTES;
  return {
    sections,
    leftOut: more > 0 ? [...leftOut.slice(0, MAX_NOTES), { path: "", reason: `and ${more} more` }] : leftOut,
  };
}

function jsonOf(text: string): Json {
  const json = readScenarioText(text);
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Json;
  throw refused("The file is not right", [{ path: "", message: "must be an object" }]);
}

function backstop(json: unknown): Converted {
  const { scenarios, comparisonRules, contentRules, viewports, needsYou, noMeaning, warnings } =
    parseScenarioFile(json);
  const sizes = Object.entries(viewports).map(([name, { name: _name, ...size }]) => [name, size]);
  return {
    sections: {
      scenarios: scenarios.map((scenario): FileScenario => {
        const own = <R extends { scenarioLabel: string }>(rules: R[]) =>
          rules.filter(({ scenarioLabel }) => scenarioLabel === scenario.label);
        const comparison = own(comparisonRules).map(({ selector, mode }) => ({ selector, mode }));
        const content = own(contentRules).map(({ selector, normalize }) => ({ selector, normalize }));
        return {
          ...scenario,
          ...(comparison.length > 0 && { comparisonRules: comparison }),
          ...(content.length > 0 && { contentRules: content }),
        };
      }),
      ...(sizes.length > 0 && { viewports: Object.fromEntries(sizes) }),
    },
    leftOut: [...needsYou, ...noMeaning, ...warnings.map((reason) => ({ path: "", reason }))],
  };
}

function recording(text: string): Converted {
  const { name, gherkin, notes } = importRecording(text);
  const feature: FileFeature = { id: slugOf(name, "recording"), gherkin };
  return {
    sections: { features: [feature] },
    leftOut: notes.map((reason) => ({ path: "", reason: truncate(oneLine(reason), 300) })),
  };
}
