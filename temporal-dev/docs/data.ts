// Generates the table of docs/data.md from the descriptions in the schemas of the collections.
import { collectionTable } from "../../models/documents.ts";
import { writeMarked } from "../marked.ts";

export async function write(): Promise<string> {
  await writeMarked(new URL("../../docs/data.md", import.meta.url), "collections", collectionTable());
  return "the table of collections";
}
