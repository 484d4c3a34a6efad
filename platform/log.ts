// Log of every process: winston, one JSON object per line, on stderr so that stdout is free for results.
import winston from "winston";
import { ConfigError } from "../domain/config.ts";
import { messageOf } from "../domain/errors.ts";
import { withErrors } from "./errorFields.ts";
import { outliveOutput } from "./logFile.ts";

export type Log = (
  level: "error" | "warn" | "info" | "debug",
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Fields whose values are never written, whatever their source. */
const SECRET = /^(authorization|cookie|set-cookie|x-api-key|(temporal)?api_?key|password|secret|token|key|access)$/i;

const hideSecrets = winston.format((info) => {
  for (const name of Object.keys(info)) if (SECRET.test(name)) info[name] = "[hidden]";
  return info;
});

/** `service` names the process; `level` is the minimum level that is written. */
export function createLog(service: string, level: string): Log {
  outliveOutput();
  const logger = winston.createLogger({
    level,
    defaultMeta: { service },
    format: winston.format.combine(hideSecrets(), winston.format.timestamp(), winston.format.json()),
    transports: [new winston.transports.Console({ stderrLevels: ["error", "warn", "info", "debug"] })],
  });
  return (at, message, fields = {}) => {
    logger.log({ ...withErrors(fields), level: at, message });
  };
}

/** Turns what Node itself would print as plain text into log lines: warnings, and an uncaught error, which ends the process. */
export function logProcessErrors(log: Log): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") log("warn", "Node warning", { error: warning });
  });
  process.on("uncaughtException", (error: unknown) => {
    log("error", "uncaught error, the process exits", {
      error: error instanceof Error ? error : new Error(String(error)),
    });
    process.exit(1);
  });
}

/**
 * Ends the process with a reason: as the last line of its log, or as plain text if a person started it in a terminal. Exit code 2 means
 * that a setting is wrong.
 */
export function endWith(service: string, sentence: string, error: unknown): never {
  const wrongSetting = error instanceof ConfigError;
  const message = wrongSetting ? error.message : `${sentence}: ${messageOf(error)}`;
  if (process.stderr.isTTY) process.stderr.write(`${message}\n`);
  else createLog(service, "error")("error", message, error instanceof Error && !wrongSetting ? { error } : {});
  process.exit(wrongSetting ? 2 : 1);
}
