// Writes down what the endpoints are: the table of the README. `npm run -s docs:endpoints`
import { readFile, writeFile } from "node:fs/promises";
import { endpointTable } from "../api/endpoints/documents.ts";
import { AREAS, endpointsOf } from "../api/endpoints/index.ts";

const readme = new URL("../README.md", import.meta.url);
const MARKED = /(<!-- endpoints:begin -->\n)[\s\S]*?(\n<!-- endpoints:end -->)/;

const endpoints = endpointsOf(AREAS);
const before = await readFile(readme, "utf8");
if (!MARKED.test(before)) throw new Error("README.md has lost the markers endpoints:begin and endpoints:end.");
const after = before.replace(MARKED, (_, begin: string, end: string) => `${begin}${endpointTable(endpoints)}${end}`);
if (after !== before) await writeFile(readme, after);
process.stdout.write(`${endpoints.length} endpoints written down.\n`);
