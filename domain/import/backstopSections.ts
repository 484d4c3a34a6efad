// A BackstopJS configuration as sections of plumbline.yml: the host that most scenarios are on becomes an environment, and so does
// the one of `referenceUrl`. Passwords that are typed stay out of the file.
import { asksForPassword } from "../functional/secrets/passwordFields.ts";
import type { FileEnvironment, FileScenario } from "../projectFile/types.ts";
import type { ShotStep } from "../visual/shot.ts";
import { holdsPassword } from "./addresses.ts";
import { type Converted, sectionsOf } from "./converted.ts";
import { environmentOf, mainOrigin } from "./environments.ts";
import { fieldsOf, listOf } from "./fields.ts";
import { grouped } from "./leftOut.ts";
import { parseScenarioFile } from "./parseScenarioFile.ts";
import type { LeftOut, ScenarioImport } from "./types.ts";

/** Also takes Plumbline's own scenario file. Throws `validation_error` with every wrong field. */
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

/** An address with a user name stays as it is: it is refused where the file is applied, with the reason. */
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

/** The hosts of `referenceUrl` as environments, and for each scenario's own line what is left to do. */
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
