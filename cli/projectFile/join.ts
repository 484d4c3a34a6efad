// Adds what another configuration says to plumbline.yml. What the file says already stays.
import { type Document, isMap } from "yaml";
import type { Config, View } from "./types.ts";

/** `added` and `kept` are told the labels and the sections. */
export function join(document: Document, sections: Config, added: string[], kept: string[]): void {
  const { scenarios, ...others } = sections;
  const labels = new Set((((document.toJS() as Config).scenarios ?? []) as View[]).map(({ label }) => label));
  for (const scenario of (scenarios ?? []) as View[]) {
    const label = String(scenario.label);
    if (labels.has(label)) kept.push(label);
    else {
      if (document.has("scenarios")) document.addIn(["scenarios"], document.createNode(scenario));
      else document.set("scenarios", document.createNode([scenario]));
      labels.add(label);
      added.push(label);
    }
  }
  for (const [name, value] of Object.entries(others)) addMissing(document, [name], value, added, kept);
}

/** Objects are joined; anything else that is there is kept. */
function addMissing(document: Document, path: string[], value: unknown, added: string[], kept: string[]): void {
  if (!document.hasIn(path)) {
    document.setIn(path, document.createNode(value));
    added.push(path.join("."));
    return;
  }
  const there = document.getIn(path);
  if (isMap(there) && typeof value === "object" && value !== null && !Array.isArray(value))
    for (const [name, one] of Object.entries(value)) addMissing(document, [...path, name], one, added, kept);
  else if (JSON.stringify(document.toJS()) !== "" && there !== value) kept.push(path.join("."));
}
