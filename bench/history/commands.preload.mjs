// Loaded into the API by `bench -- reads --commands`: writes down what each command to the database was, and how long it took.
import { appendFileSync } from "node:fs";
import mongoose from "mongoose";

const { MongoClient } = mongoose.mongo;
const file = process.env.BENCH_COMMANDS_FILE;
const begun = new Map();
const connect = MongoClient.prototype.connect;
/** Fields of a filter, those of its parts too; their values are left out. */
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
