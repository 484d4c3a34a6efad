// The connection behind the models, for commands to the database itself.
import type { Connection } from "mongoose";
import type { Models } from "../index.ts";

export const connectionOf = ({ organisations }: Models): Connection => organisations.db;

/** Returns the kind and version of the database: MongoDB, or FerretDB, which emulates it. */
export async function databaseVersion(models: Models): Promise<{ kind: string; version: string } | null> {
  const answer = await connectionOf(models).db?.command({ buildInfo: 1 }, { timeoutMS: 3_000 });
  if (typeof answer?.version !== "string") return null;
  const ferret: unknown = answer.ferretdb?.version ?? answer.ferretdbVersion;
  if (typeof ferret !== "string") return { kind: "MongoDB", version: answer.version };
  // A build from source does not know its own version; report the MongoDB version it emulates.
  return { kind: "FerretDB", version: /\d/.test(ferret) ? ferret.replace(/^v/, "") : `as MongoDB ${answer.version}` };
}

/** Returns the time of the database's machine, or null if it does not report it. */
export async function databaseTime(models: Models, timeoutMS: number): Promise<Date | null> {
  const answer = await connectionOf(models).db?.command({ hello: 1 }, { timeoutMS });
  return answer?.localTime instanceof Date ? answer.localTime : null;
}

/** Rejects if the database does not answer. */
export async function pingDatabase(models: Models): Promise<void> {
  const database = connectionOf(models).db;
  if (!database) throw new Error("not connected");
  await database.command({ ping: 1 });
}
