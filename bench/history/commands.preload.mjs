// Loaded into the API by `bench -- reads --commands`: logs each database command with its duration.
import { appendFileSync } from "node:fs";
import mongoose from "mongoose";

const { MongoClient } = mongoose.mongo;
const file = process.env.BENCH_COMMANDS_FILE;
const begun = new Map();
const connect = MongoClient.prototype.connect;
/** Returns the field names of a filter, including nested ones, without their values. */
const fieldsOf = (filter) =>
  Object.entries(filter ?? {})
    .map(([key, value]) => (key.startsWith("$") && Array.isArray(value) ? value.map(fieldsOf).join("|") : key))
    .join(",");

MongoClient.prototype.connect = function (...args) {
  if (file && !this.listenerCount("commandStarted")) {
    this.monitorCommands = true;
    this.on("commandStarted", ({ requestId, commandName, command }) => {
      const filter = command.filter ?? command.query ?? command.pipeline?.[0]?.$match ?? command.updates?.[0]?.q;
      begun.set(requestId, { name: `${commandName} ${command[commandName]}`, filter: fieldsOf(filter) });
    });
    this.on("commandSucceeded", ({ requestId, duration, reply }) => {
      const one = begun.get(requestId);
      begun.delete(requestId);
      const documents = (reply.cursor?.firstBatch ?? reply.cursor?.nextBatch ?? []).length;
      if (one) appendFileSync(file, `${JSON.stringify({ ...one, ms: duration, documents })}\n`);
    });
  }
  return connect.apply(this, args);
};
