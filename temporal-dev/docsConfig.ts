// Writes docs/plumbline.schema.json, by which editors complete plumbline.yml, from its declaration. `npm run -s docs:config`
import { writeFile } from "node:fs/promises";
import { projectFileSchema } from "../api/openapi/projectFileSchema.ts";

const file = new URL("../docs/plumbline.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(projectFileSchema(), null, 2)}\n`);
process.stdout.write("docs/plumbline.schema.json written.\n");
