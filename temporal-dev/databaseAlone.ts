// Runs only the database of a data folder, while no service runs on it.
import { resolve } from "node:path";
import { openDataFolder } from "../platform/dataFolder.ts";
import { lockDataDir } from "./data-lock.ts";
import { databaseSocket, uriOfSocket } from "./databaseSocket.ts";
import { mongoServer } from "./servers.ts";
import { setUp } from "./setup.mjs";

/**
 * Starts the same database as `npm start`, passes its address to `work`, and stops it again.
 * @throws DataInUseError if a service is running on the folder
 */
export async function withDatabaseAlone<T>(
  dataDir: string,
  log: (line: string) => void,
  work: (mongoUri: string) => Promise<T>,
): Promise<T> {
  const folder = resolve(dataDir);
  const { mongo } = await setUp({ parts: ["mongo"], log });
  if (!mongo) throw new Error("there is no database to restore into");
  if (mongo.kind === "external") return work(mongo.uri);
  await openDataFolder(folder, log);
  const lock = await lockDataDir(folder);
  const socket = databaseSocket(folder);
  const server = mongoServer({ kind: mongo.kind, program: mongo.path, dataDir: folder, socket: socket.file, log });
  try {
    await server.start();
    return await work(uriOfSocket(socket.file));
  } finally {
    await server.stop();
    socket.release();
    lock.release();
  }
}
