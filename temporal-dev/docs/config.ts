// Generates docs/plumbline.schema.json, with which editors complete plumbline.yml, and the table of docs/settings.md.
import { writeFile } from "node:fs/promises";
import { projectFileSchema } from "../../api/openapi/projectFileSchema.ts";
import { settingsTable } from "../../domain/config.ts";
import { writeMarked } from "../marked.ts";

export async function write(): Promise<string> {
  const file = new URL("../../docs/plumbline.schema.json", import.meta.url);
  await writeFile(file, `${JSON.stringify(projectFileSchema(), null, 2)}\n`);
  await writeMarked(new URL("../../docs/settings.md", import.meta.url), "config", settingsTable());
  return "the schema of plumbline.yml and the table of settings";
}
