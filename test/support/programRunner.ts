// Starts the service of a checkout like `npm start`, on its own ports, and notifies its parent process: `node programRunner.ts ROOT
// DATA_DIR`.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [root = "", dataDir = ""] = process.argv.slice(2);
const { startService } = await import(pathToFileURL(path.join(root, "temporal-dev/service.ts")).href);
const log = (line: string) => process.send?.({ kind: "said", line });
try {
  const service = await startService({ dataDir, env: { ...process.env }, log, port: 0, private: true });
  const { apiUrl, stack } = service;
  process.once("SIGTERM", async () => {
    await service.stop();
    process.exit(0);
  });
  process.send?.({ kind: "ready", apiUrl, mongoUri: stack.mongoUri, temporalAddress: stack.temporalAddress });
} catch (error) {
  process.send?.({ kind: "failed", message: error instanceof Error ? error.message : String(error) }, () =>
    process.exit(1),
  );
}
