// Reads files that a configuration refers to: a budget file, or a sitemap with the sitemaps that it lists.
import path from "node:path";
import { readSitemap } from "../../domain/import/sitemap.ts";
import type { LeftOut } from "../../domain/import/types.ts";
import { ClientError } from "../client/exit.ts";
import { isAddress, readSource } from "./source.ts";

/** Maximum number of sitemaps read from an index; the number of pages is limited as well. */
const MAX_SITEMAPS = 50;

/** Returns the texts by the names used in the configuration. What cannot be read is listed, and the import continues without it. */
export async function readRelated(
  names: readonly string[],
  folder: string,
): Promise<{ related: Map<string, string>; leftOut: LeftOut[] }> {
  const related = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  for (const name of names)
    try {
      related.set(name, await textOf(name, folder, leftOut));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      leftOut.push({ path: "", reason: error.message });
    }
  return { related, leftOut };
}

async function textOf(name: string, folder: string, leftOut: LeftOut[]): Promise<string> {
  const { text } = await readSource(name, folder);
  const { index, addresses } = readSitemap(text);
  if (!index) return text;
  const parts: string[] = [];
  for (const address of addresses.slice(0, MAX_SITEMAPS).filter(isAddress))
    parts.push((await readSource(address, folder)).text);
  if (addresses.length > MAX_SITEMAPS)
    leftOut.push({
      path: path.basename(name),
      reason: `lists more than ${MAX_SITEMAPS} sitemaps: import the others separately`,
    });
  return parts.join("\n");
}
