// Separate Temporal namespaces for tests: on the server named by PLUMBLINE_TEST_TEMPORAL, otherwise on a server of this process.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Connection } from "@temporalio/client";
import { ulid } from "ulid";
import { ensureSearchAttributes } from "../../platform/temporal/searchAttributes.ts";
import { releasePort, takePort } from "../../temporal-dev/ports.ts";
import { temporalServer } from "../../temporal-dev/servers.ts";
import { setUp } from "../../temporal-dev/setup.mjs";
import { eventually } from "./eventually.ts";

type Started = { address: string; stop(): Promise<void> };

async function start(): Promise<Started> {
  const { temporal } = await setUp({ parts: ["temporal"] });
  if (!temporal) throw new Error("there is no Temporal to test with");
  if (temporal.kind === "external") return { address: temporal.address, stop: async () => {} };
  const dataDir = await mkdtemp(`${tmpdir()}/plumbline-test-temporal-`);
  const port = await takePort(0);
  const namespace = "default";
  const server = temporalServer({ program: temporal.path, dataDir, port, namespace });
  await server.start();
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      await server.stop();
      releasePort(port);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Started> | null = null;

/** Returns the address of the tests' Temporal. */
export async function testTemporalAddress(): Promise<string> {
  if (process.env.PLUMBLINE_TEST_TEMPORAL) return process.env.PLUMBLINE_TEST_TEMPORAL;
  shared ??= start();
  return (await shared).address;
}

after(async () => {
  await (await shared)?.stop();
});

/** Creates a namespace as a plain Temporal does, without our search attributes. The caller closes the connection. */
export async function openNamespace(): Promise<{ connection: Connection; namespace: string }> {
  const connection = await Connection.connect({ address: await testTemporalAddress() });
  const namespace = `test-${ulid().toLowerCase()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  return { connection, namespace };
}

/** Creates a namespace and registers our search attributes in it, which a new namespace refuses at first. The caller closes the connection. */
export async function openPreparedNamespace(): ReturnType<typeof openNamespace> {
  const opened = await openNamespace();
  await eventually("the namespace has its search attributes", () =>
    ensureSearchAttributes(opened.connection.operatorService, opened.namespace).then(
      () => true,
      () => false,
    ),
  );
  return opened;
}
