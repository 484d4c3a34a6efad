// Builds the dashboard if its sources have changed. `npm run build:web`
import { SetupError } from "./lib/run.mjs";
import { setUpWeb } from "./lib/web.mjs";

const log = (/** @type {string} */ line) => console.log(line);
try {
  log(`dashboard: ${await setUpWeb(log)}`);
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
