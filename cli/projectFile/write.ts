// Writes the service's configuration into plumbline.yml. What is equal keeps its place, its spelling and its comments.
import type { Document } from "yaml";
import { type FileRule, ruleName } from "../../domain/projectFile/ruleEntry.ts";
import type { Change, Config, View } from "./types.ts";

type List = { section: string; nameOf(entry: View): unknown };

/** Sections that are lists, and how their entries are identified. */
const LISTS: Readonly<Record<string, List>> = {
  environment: { section: "environments", nameOf: ({ slug }) => slug },
  scenario: { section: "scenarios", nameOf: ({ label }) => label },
  rule: { section: "rules", nameOf: (entry) => ruleName(entry as FileRule) },
  schedule: { section: "schedules", nameOf: ({ name }) => name },
  channel: { section: "notifications", nameOf: ({ name }) => name },
};

/** Returns the text of a new file. `schema`: URL of the JSON Schema for editors. */
export async function newFileText(config: Config, schema: string): Promise<string> {
  const { stringify } = await import("./yaml.ts");
  return `# yaml-language-server: $schema=${schema}\n${stringify(config, { lineWidth: 0 })}`;
}

/** Updates the document to match the service. `changes`: what applying the document with --prune would change there. */
export function bringIn(document: Document, changes: readonly Change[], found: Config): void {
  for (const change of changes) {
    const list = LISTS[change.kind];
    if (list) bringEntry(document, list, change, found);
    else if (change.kind === "viewport") bringField(document, ["viewports", change.name], found);
    else if (change.kind === "mode") bringField(document, ["modes", change.name], found);
    else if (change.kind === "settings") bringField(document, ["settings"], found);
    else if (change.kind === "project")
      for (const { path } of change.fields) bringField(document, ["project", path], found);
  }
}

function bringEntry(document: Document, { section, nameOf }: List, change: Change, found: Config) {
  const entries = (found[section] ?? []) as View[];
  const theirs = entries.find((entry) => nameOf(entry) === change.name);
  const ours = (document.toJS() as Config)[section] as View[] | undefined;
  const at = (ours ?? []).findIndex((entry) => nameOf(entry) === change.name);
  if (theirs && at >= 0) document.setIn([section, at], document.createNode(theirs));
  else if (theirs) document.addIn([section], document.createNode(theirs));
  else if (at >= 0) document.deleteIn([section, at]);
}

function bringField(document: Document, path: string[], found: Config): void {
  const value = path.reduce<unknown>((part, name) => (part as View | undefined)?.[name], found);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
}
