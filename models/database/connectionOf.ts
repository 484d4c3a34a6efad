// The connection behind the models, for what is asked of the database itself.
import type { Connection } from "mongoose";
import type { Models } from "../index.ts";

export const connectionOf = ({ organisations }: Models): Connection => organisations.db;

/** The time of the database's machine; null: it does not say. */
export async function databaseTime(models: Models, timeoutMS: number): Promise<Date | null> {
  const answer = await connectionOf(models).db?.command({ hello: 1 }, { timeoutMS });
  return answer?.localTime instanceof Date ? answer.localTime : null;
}
