// `npm start`: runs the service with everything it needs, until Ctrl-C.
import { ConfigError, readConfig } from "../domain/config.ts";
import { outliveOutput } from "../platform/logFile.ts";
import { takeSecretFiles } from "../platform/secretFiles.ts";
import { firstLinkLines, makeFirstLink, temporalUiLines } from "./firstLink.ts";
import { startService } from "./service.ts";
import { stopOnSignal } from "./stopOnSignal.ts";

const log = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  outliveOutput();
  takeSecretFiles(process.env);
  const config = readConfig(process.env);
  const signals = stopOnSignal(log);
  const starting = startService({ dataDir: config.dataDir, env: process.env, port: config.port, log });
  const service = await starting;
  log(`data in ${service.dataDir}`);
  const terminal = process.stdout.isTTY === true;
  for (const line of temporalUiLines(service.stack, terminal)) log(line);
  log(`ready ${service.apiUrl}`);
  const makeLink = () => makeFirstLink(service.dataDir, service.env);
  for (const line of await firstLinkLines({ apiUrl: service.apiUrl, terminal, makeLink })) log(line);
  await signals.asked;
  await service.stop();
  log("stopped");
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
