// The service in a process of its own, as `npm start` runs it, in the data folder that is named. It ends when its input does.
import { startService } from "../../temporal-dev/service.ts";

const [dataDir = ""] = process.argv.slice(2);
const service = await startService({ dataDir, env: process.env, log: () => undefined, port: 0, private: true });
process.stdout.write("ready\n");
process.stdin.once("end", async () => {
  await service.stop();
  process.exit(0);
});
process.stdin.resume();
