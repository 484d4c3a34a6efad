// A process that takes a long time to start and keeps running, for test/temporal-dev/children.test.ts.
import { setTimeout as pause } from "node:timers/promises";
import { takeStartSettings, tellMoved } from "../../platform/startSettings.ts";

await takeStartSettings();
for (const step of ["indexes are made", "problems are kept, batch 1"]) {
  tellMoved(step);
  await pause(10);
}
process.send?.({ kind: "ready" });
process.once("SIGTERM", () => process.exit(0));
setInterval(() => undefined, 60_000);
