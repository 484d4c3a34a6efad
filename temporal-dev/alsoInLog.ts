// Copies a supervisor's messages about a process into the log of that process, so that a reader of that log also finds out that it hung or
// ended.
import type { LogFile } from "../platform/logFile.ts";

/** Logs each line to `log` and to the process's own log. */
export const alsoInLog = (part: LogFile, log: (line: string) => void) => (line: string) => {
  part.write(`${JSON.stringify({ level: "error", message: line, service: "supervisor", timestamp: new Date() })}\n`);
  log(line);
};
