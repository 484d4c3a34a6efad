// Writes features, step definitions and the tracking plan to the files that plumbline.yml names.
import path from "node:path";
import { removeFile, saveFile } from "../client/saveFile.ts";
import { type Places, readData } from "./below.ts";
import type { Change, Config, View } from "./types.ts";

export const FEATURES_FOLDER = "features";
export const TRACKING_FILE = "tracking-plan.yml";

/** Writes the differences to the files below `folder`. `changes`: what applying the files with --prune would change in the service. */
export async function writeBelow(
  changes: readonly Change[],
  found: Config,
  { features: folder, places }: { features: string | null; places: Places },
): Promise<void> {
  if (folder !== null) {
    await writeFeatures(changes, (found.features ?? []) as View[], folder, places);
    await writeSteps(changes, (found.steps ?? []) as View[], folder, places);
  }
  if (places.tracking !== null && changes.some(({ kind }) => kind.startsWith("tracking")))
    await writeData(places.tracking, found.tracking ?? { pages: [], events: [] });
}

async function writeFeatures(changes: readonly Change[], found: View[], folder: string, places: Places): Promise<void> {
  for (const { kind, name } of changes) {
    if (kind !== "feature") continue;
    const feature = found.find(({ id }) => id === name);
    const before = places.features.get(name);
    const after = feature && path.join(folder, ...groupOf(feature).map(safeName), `${safeName(name)}.feature`);
    if (before !== undefined && before !== after) await removeFile(before);
    if (feature && after !== undefined) await saveFile(after, String(feature.gherkin));
  }
}

const groupOf = ({ group }: View): string[] => (Array.isArray(group) ? group.map(String) : []);

/** Percent-encodes characters that have a special meaning in file systems. */
const safeName = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: folder names must not contain them
  name.replace(/[%/\\:*?"<>|\u0000-\u001f]|^\.|\.$/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`);

async function writeSteps(changes: readonly Change[], found: View[], folder: string, places: Places): Promise<void> {
  for (const { kind, name } of changes) {
    if (kind !== "step") continue;
    const step = found.find(({ id }) => id === name);
    const place = places.steps.get(name);
    if (!place) {
      if (step) await writeData(path.join(folder, "steps", `${name}.yml`), step);
    } else if (place.list) {
      const others = (await readData(place.file)) as View[];
      const list = others.flatMap((one) => (one.id !== name ? one : step ? [step] : []));
      await writeData(place.file, list);
    } else if (step) await writeData(place.file, step);
    else await removeFile(place.file);
  }
}

async function writeData(file: string, data: unknown): Promise<void> {
  const { stringify } = await import("./yaml.ts");
  await saveFile(
    file,
    file.endsWith(".json") ? `${JSON.stringify(data, null, 2)}\n` : stringify(data, { lineWidth: 0 }),
  );
}

/** Returns those parts of a new configuration that are separate files, as changes. */
export const allBelow = (found: Config): Change[] => {
  const of = (kind: Change["kind"], list: unknown): Change[] =>
    ((list ?? []) as View[]).map(({ id }) => ({ action: "delete", kind, name: String(id), fields: [], more: 0 }));
  const tracking = found.tracking as { pages?: unknown } | undefined;
  return [...of("feature", found.features), ...of("step", found.steps), ...of("trackingPage", tracking?.pages)];
};
