// Generates the endpoint reference: a page for each tag, the list of pages in docs/api.md, and the types for clients.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { endpointPageList, endpointPages, isPublic } from "../../api/endpoints/documents.ts";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { writeMarked } from "../marked.ts";
import { endpointTypes } from "./endpointTypes.ts";

const folder = new URL("../../docs/api/", import.meta.url);

export async function write(): Promise<string> {
  const endpoints = endpointsOf(AREAS);
  const pages = endpointPages(endpoints);
  await mkdir(folder, { recursive: true });
  const named = new Set(pages.map(({ file }) => file));
  for (const file of await readdir(folder)) if (!named.has(file)) await rm(new URL(file, folder));
  for (const { file, text } of pages) await writeFile(new URL(file, folder), text);
  await writeMarked(new URL("../../docs/api.md", import.meta.url), "pages", endpointPageList(pages));
  await writeFile(new URL("../../api/endpoints/byPath.ts", import.meta.url), await endpointTypes());
  return `${endpoints.filter(isPublic).length} endpoints on ${pages.length} pages`;
}
