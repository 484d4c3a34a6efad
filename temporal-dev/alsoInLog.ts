// What a supervisor says of a part: whoever reads the part's log finds there too that it hung, or ended.
import type { LogFile } from "../platform/logFile.ts";

/** Says each line to `log`, and writes it into the part's own log. */
export const alsoInLog = (part: LogFile, log: (line: string) => void) => (line: string) => {
  part.write(`${JSON.stringify({ level: "error", message: line, service: "supervisor", timestamp: new Date() })}\n`);
  log(line);
};
