// Adds another configuration's settings to plumbline.yml. Existing settings are kept.
import { type Document, isMap } from "yaml";
import type { Config, View } from "./types.ts";

/** `added` and `kept` collect the labels and sections. */
export function join(document: Document, sections: Config, added: string[], kept: string[]): void {
  const { scenarios, environments, ...others } = sections;
  joinEnvironments(document, (environments ?? []) as View[], added, kept);
  const labels = new Set((((document.toJS() as Config).scenarios ?? []) as View[]).map(({ label }) => label));
  for (const scenario of (scenarios ?? []) as View[]) {
    const label = String(scenario.label);
    if (labels.has(label)) kept.push(label);
    else {
      addTo(document, "scenarios", scenario);
      labels.add(label);
      added.push(label);
    }
  }
  for (const [name, value] of Object.entries(others)) addMissing(document, [name], value, added, kept);
}

/** The same site is the same environment, whatever its slug; the access is added if the environment has none. */
function joinEnvironments(document: Document, environments: readonly View[], added: string[], kept: string[]): void {
  const there = ((document.toJS() as Config).environments ?? []) as View[];
  for (const environment of environments) {
    const at = there.findIndex(({ baseUrl }) => originOf(baseUrl) === originOf(environment.baseUrl));
    if (at >= 0) {
      if (environment.access !== undefined)
        addMissing(document, ["environments", at, "access"], environment.access, added, kept);
      continue;
    }
    if (there.some(({ slug }) => slug === environment.slug)) {
      kept.push(`environments.${environment.slug}`);
      continue;
    }
    addTo(document, "environments", environment);
    added.push(String(environment.slug));
  }
}

const originOf = (address: unknown): string => URL.parse(String(address))?.origin ?? String(address);

function addTo(document: Document, section: string, entry: View): void {
  // An empty `scenarios:` is null.
  if (document.get(section) == null) document.set(section, document.createNode([entry]));
  else document.addIn([section], document.createNode(entry));
}

/** Merges objects; any other existing value is kept. */
function addMissing(
  document: Document,
  path: (string | number)[],
  value: unknown,
  added: string[],
  kept: string[],
): void {
  if (!document.hasIn(path)) {
    document.setIn(path, document.createNode(value));
    added.push(path.join("."));
    return;
  }
  const there = document.getIn(path);
  if (isMap(there) && typeof value === "object" && value !== null && !Array.isArray(value))
    for (const [name, one] of Object.entries(value)) addMissing(document, [...path, name], one, added, kept);
  else if (there !== value) kept.push(path.join("."));
}
