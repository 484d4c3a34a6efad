// The connection behind the models, for what is asked of the database itself.
import type { Connection } from "mongoose";
import type { Models } from "../index.ts";

export const connectionOf = ({ organisations }: Models): Connection => organisations.db;

/** What the database is, and its version: MongoDB, or FerretDB, which answers like one. */
export async function databaseVersion(models: Models): Promise<{ kind: string; version: string } | null> {
  const answer = await connectionOf(models).db?.command({ buildInfo: 1 }, { timeoutMS: 3_000 });
  if (typeof answer?.version !== "string") return null;
  const ferret: unknown = answer.ferretdb?.version ?? answer.ferretdbVersion;
  if (typeof ferret !== "string") return { kind: "MongoDB", version: answer.version };
  // One that was built from its sources does not know its own version: then it is what it answers like.
  return { kind: "FerretDB", version: /\d/.test(ferret) ? ferret.replace(/^v/, "") : `as MongoDB ${answer.version}` };
}

/** The time of the database's machine; null: it does not say. */
export async function databaseTime(models: Models, timeoutMS: number): Promise<Date | null> {
  const answer = await connectionOf(models).db?.command({ hello: 1 }, { timeoutMS });
  return answer?.localTime instanceof Date ? answer.localTime : null;
}

/** Rejects when the database does not answer. */
export async function pingDatabase(models: Models): Promise<void> {
  const database = connectionOf(models).db;
  if (!database) throw new Error("not connected");
  await database.command({ ping: 1 });
}
