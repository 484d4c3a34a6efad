// Runs the service in a separate process like `npm start`, on the given data folder. Ends when its standard input ends.
import { startService } from "../../temporal-dev/service.ts";

const [dataDir = ""] = process.argv.slice(2);
const service = await startService({ dataDir, env: process.env, log: () => undefined, port: 0, private: true });
process.stdout.write("ready\n");
process.stdin.once("end", async () => {
  await service.stop();
  process.exit(0);
});
process.stdin.resume();
