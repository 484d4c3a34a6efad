// Converts a BackstopJS configuration into sections of plumbline.yml. The host of most scenarios becomes an environment, as does the host of
// `referenceUrl`. Typed passwords are not written to the file.

import { fieldsOf, listOf } from "../fields.ts";
import { asksForPassword } from "../functional/secrets/passwordFields.ts";
import type { FileEnvironment, FileScenario } from "../projectFile/types.ts";
import type { ShotStep } from "../visual/shot.ts";
import { holdsPassword } from "./addresses.ts";
import { type Converted, sectionsOf } from "./converted.ts";
import { environmentOf, mainOrigin } from "./environments.ts";
import { grouped } from "./leftOut.ts";
import { parseScenarioFile } from "./parseScenarioFile.ts";
import type { LeftOut, ScenarioImport } from "./types.ts";

/** Also accepts Plumbline's own scenario file. Throws `validation_error` with every invalid field. */
export function backstopSections(json: unknown): Converted {
  const file = parseScenarioFile(json);
  const origin = mainOrigin(file.scenarios.map(({ url }) => url));
  const passwords: LeftOut[] = [];
  const scenarios = file.scenarios.map((scenario): FileScenario => {
    const { label, url, steps } = scenario;
    return {
      ...scenario,
      url: relativeTo(origin, url),
      steps: withoutPasswords(steps, label, passwords),
      ...rulesOf(file, label),
    };
  });
  const site = environmentOf(origin);
  const { references, needsYou } = referencesOf(json, file.needsYou, site);
  const sizes = Object.entries(file.viewports).map(([name, { name: _name, ...size }]) => [name, size]);
  return {
    sections: sectionsOf({
      environments: [...(site ? [site] : []), ...references],
      scenarios,
      viewports: Object.fromEntries(sizes),
    }),
    leftOut: grouped([
      ...needsYou,
      ...passwords,
      ...file.warnings.map((reason) => ({ path: "", reason })),
      ...file.noMeaning,
    ]),
  };
}

function rulesOf({ comparisonRules, contentRules }: ScenarioImport, label: string): Partial<FileScenario> {
  const comparison = comparisonRules.filter(({ scenarioLabel }) => scenarioLabel === label);
  const content = contentRules.filter(({ scenarioLabel }) => scenarioLabel === label);
  const rules: Partial<FileScenario> = {};
  if (comparison.length > 0) rules.comparisonRules = comparison.map(({ selector, mode }) => ({ selector, mode }));
  if (content.length > 0) rules.contentRules = content.map(({ selector, normalize }) => ({ selector, normalize }));
  return rules;
}

/** An address with a user name stays unchanged and is refused with the reason when the file is applied. */
function relativeTo(origin: string | null, address: string): string {
  const url = URL.parse(address);
  if (!url || url.origin !== origin || holdsPassword(url)) return address;
  return url.pathname + url.search + url.hash;
}

function withoutPasswords(steps: readonly ShotStep[], label: string, told: LeftOut[]): ShotStep[] {
  return steps.filter((step) => {
    if (step.op !== "fill" || !asksForPassword(step.selector)) return true;
    told.push({
      path: `scenarios.${label}.steps`,
      reason: `what is typed into ${step.selector} is not written: sign in with the environment's access, which names a variable`,
    });
    return false;
  });
}

/** Returns the hosts of `referenceUrl` as environments, and what is left to do for each scenario. */
function referencesOf(json: unknown, listed: readonly LeftOut[], site: FileEnvironment | null) {
  const { scenarios, scenarioDefaults } = fieldsOf(json);
  const urls = [...listOf(scenarios), scenarioDefaults]
    .map((one) => fieldsOf(one).referenceUrl)
    .filter((url) => typeof url === "string");
  const origins = new Set(urls.flatMap((url) => mainOrigin([url]) ?? []));
  const references = [...origins]
    .filter((origin) => origin !== site?.baseUrl)
    .flatMap((origin) => environmentOf(origin) ?? []);
  const [reference, ...others] = references;
  if (!reference || others.length > 0) return { references, needsYou: listed };
  const reason = `baselines belong to an environment: ${reference.slug} was added; set project.referenceEnvironment to it and capture its baselines. The page there is the one of url`;
  const isReference = ({ path }: LeftOut) => path.endsWith(".referenceUrl");
  return { references, needsYou: listed.map((one) => (isReference(one) ? { path: one.path, reason } : one)) };
}
