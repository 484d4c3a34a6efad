// Connects the administrator's command to the service's Temporal.
import { Client, Connection } from "@temporalio/client";
import type { Config } from "../domain/config.ts";
import { temporalConnectionOptions } from "../platform/temporal/temporalConnection.ts";
import { findTemporalAddress } from "./connection.ts";
import { describe } from "./describe.ts";
import { CliError, EXIT } from "./exit.ts";

const CONNECT_MS = 5_000;

/** Throws CliError (exit 5) if no Temporal answers. */
export async function openTemporal(config: Config): Promise<{ client: Client; close(): Promise<void> }> {
  const { address, ours } = findTemporalAddress(config);
  // The server of `npm start` uses plain text, whatever the variables for another server say.
  const options = ours ? { address, tls: false as const } : await temporalConnectionOptions(address, config);
  try {
    const connection = await Connection.connect({ ...options, connectTimeout: CONNECT_MS });
    const client = new Client({ connection, namespace: config.temporalNamespace });
    return { client, close: () => connection.close() };
  } catch (error) {
    throw new CliError(EXIT.unavailable, "unavailable", `Temporal at ${address} does not answer: ${describe(error)}`);
  }
}
