// Generates the table of docs/data.md: each collection with the description in its schema file.
import { createConnection } from "mongoose";
import { bindModels } from "./index.ts";
import { noteOf } from "./lib/schema.ts";

/** Returns one row per collection, by name. Connects to nothing. */
export function collectionTable(): string {
  const rows = Object.values(bindModels(createConnection())).map(({ schema, collection: { name } }) => {
    const { holds, id } = noteOf(schema, name);
    const indexes = schema.indexes().filter(([, options]) => options.unique);
    const unique = [id ?? "id", ...indexes.map(([fields]) => Object.keys(fields).map(code).join(", "))];
    return `| ${code(name)} | ${holds} | ${unique.join("; ")} |`;
  });
  return ["| collection | a document is | unique by |", "| --- | --- | --- |", ...rows.sort()].join("\n");
}

const code = (text: string) => `\`${text}\``;
