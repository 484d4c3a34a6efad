// Log lines of every process: winston, one JSON object a line, on stderr so that stdout stays an answer.
import winston from "winston";
import { outliveOutput } from "./logFile.ts";

export type Log = (
  level: "error" | "warn" | "info" | "debug",
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Fields whose values are never written, however they came in. */
const SECRET = /^(authorization|cookie|set-cookie|x-api-key|(temporal)?api_?key|password|secret|token|key|access)$/i;

const hideSecrets = winston.format((info) => {
  for (const name of Object.keys(info)) if (SECRET.test(name)) info[name] = "[hidden]";
  return info;
});

/** `service` names the process; `level` is the least level that is written. */
export function createLog(service: string, level: string): Log {
  outliveOutput();
  const logger = winston.createLogger({
    level,
    defaultMeta: { service },
    format: winston.format.combine(hideSecrets(), winston.format.timestamp(), winston.format.json()),
    transports: [new winston.transports.Console({ stderrLevels: ["error", "warn", "info", "debug"] })],
  });
  return (at, message, fields = {}) => {
    logger.log({ level: at, message, ...fields });
  };
}
