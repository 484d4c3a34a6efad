// Records workflow histories of branches that a real service rarely takes (test/workflows/branches/), for replay.test.ts and
// mutations.test.ts: `node test/support/recordBranches.ts`. Existing recordings are kept, because such runs may still be in progress; a
// changed branch gets a new name.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import proto from "@temporalio/proto";

/** Mocha normally closes what the tests opened, but it does not run here. */
const ends: (() => unknown)[] = [];
Object.assign(globalThis, { after: (end: () => unknown) => ends.push(end) });
const { openFakeWorld } = await import("../workflows/fakes.ts");
const { BRANCHES } = await import("../workflows/branches/index.ts");

const { History } = proto.temporal.api.history.v1;
const world = await openFakeWorld();
try {
  for (const { name, id, play, execution } of BRANCHES) {
    const file = new URL(`../workflows/histories/${name}.pb`, import.meta.url);
    if (existsSync(file)) continue;
    await play(world);
    const last = world.client.workflow.getHandle(id);
    const runId =
      execution === "first"
        ? (await last.fetchHistory()).events?.[0]?.workflowExecutionStartedEventAttributes?.firstExecutionRunId
        : undefined;
    const history = await world.client.workflow.getHandle(id, runId ?? undefined).fetchHistory();
    const bytes = History.encode(history).finish();
    await writeFile(file, bytes);
    process.stdout.write(`${name}: ${history.events?.length} events, ${bytes.length} bytes\n`);
  }
} finally {
  await world.close();
  for (const end of ends) await end();
}
process.exit(0);
