// Reads the files that plumbline.yml refers to: features, step definitions, the tracking plan.

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { percentDecoded } from "../../domain/text.ts";
import { wrongUse } from "../client/exit.ts";
import { fileReason } from "../client/saveFile.ts";
import { readYaml } from "./readYaml.ts";
import type { Config, View } from "./types.ts";

/** The file of each part. */
export type Places = {
  /** File of each feature by id. */
  features: Map<string, string>;
  /** File of each step definition by id, and whether the file contains a list. */
  steps: Map<string, { file: string; list: boolean }>;
  tracking: string | null;
  /** Step definitions in order: the file, and the position in its list. */
  stepOrder?: { file: string; at: number | null }[];
  /** Position in the file of each channel, if not all of them are sent. */
  channelOrder?: number[];
};

const STEPS = /\.(ya?ml|json)$/;

/** Returns the configuration with the contents of the files that it names. Throws ClientError (2) for an invalid file. */
export async function withContents(config: Config, folder: string): Promise<{ config: Config; places: Places }> {
  const places: Places = { features: new Map(), steps: new Map(), tracking: null, stepOrder: [] };
  const { features, tracking, ...own } = config;
  const whole: Config = own;
  if (features !== undefined) {
    const below = path.resolve(folder, textOf(features, "features"));
    Object.assign(whole, await readFeatures(below, places));
  }
  if (tracking !== undefined) {
    places.tracking = path.resolve(folder, textOf(tracking, "tracking"));
    whole.tracking = await readData(places.tracking);
  }
  return { config: whole, places };
}

function textOf(value: unknown, section: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrongUse(`"${section}" must name a ${section === "features" ? "folder" : "file"}, relative to the file.`);
}

/** Reads the features of a folder: the id is the file's name, the group its folders. */
export async function readFeatures(folder: string, places: Places): Promise<{ features: View[]; steps: View[] }> {
  const features: View[] = [];
  const steps: View[] = [];
  for (const file of await filesBelow(folder)) {
    const relative = path.relative(folder, file).split(path.sep);
    if (file.endsWith(".feature")) {
      const id = path.basename(file, ".feature");
      const other = places.features.get(id);
      if (other) throw wrongUse(`${file} and ${other} have the same name, which is the feature's id: rename one.`);
      places.features.set(id, file);
      const group = relative.slice(0, -1).map(percentDecoded);
      features.push({ id, ...(group.length > 0 && { group }), gherkin: await readText(file) });
    } else if (STEPS.test(file)) {
      const data = await readData(file);
      const list = Array.isArray(data);
      for (const [at, one] of ((list ? data : [data]) as View[]).entries()) {
        places.steps.set(String(one?.id), { file, list });
        places.stepOrder?.push({ file, at: list ? at : null });
        steps.push(one);
      }
    }
  }
  return { features, steps };
}

async function filesBelow(folder: string): Promise<string[]> {
  let entries: Awaited<ReturnType<typeof readAll>>;
  try {
    entries = await readAll(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw wrongUse(`${folder} cannot be read: ${fileReason(error)}.`);
  }
  const files = await Promise.all(
    entries.map((entry) => {
      const full = path.join(folder, entry.name);
      if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
      return entry.isDirectory() ? filesBelow(full) : [full];
    }),
  );
  return files.flat();
}

const readAll = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Reads YAML, which includes JSON. */
export const readData = async (file: string): Promise<unknown> => (await readYaml(await readText(file), file)).data;

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw wrongUse(`${file} cannot be read: ${fileReason(error)}.`);
  }
}
