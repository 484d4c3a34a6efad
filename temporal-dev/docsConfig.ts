// Writes docs/plumbline.schema.json, by which editors complete plumbline.yml, and the table of docs/settings.md. `npm run -s docs:config`
import { writeFile } from "node:fs/promises";
import { projectFileSchema } from "../api/openapi/projectFileSchema.ts";
import { settingsTable } from "../domain/config.ts";
import { writeMarked } from "./marked.ts";

const file = new URL("../docs/plumbline.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(projectFileSchema(), null, 2)}\n`);
await writeMarked(new URL("../docs/settings.md", import.meta.url), "config", settingsTable());
process.stdout.write("docs/plumbline.schema.json and docs/settings.md written.\n");
