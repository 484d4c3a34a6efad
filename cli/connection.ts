// Finds the service's database, so that administration works while the service is running.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../domain/config.ts";
import { CliError, EXIT } from "./exit.ts";

export type Place = {
  mongoUri: string;
  mongoDatabase: string;
  /** File of the secret key, used if SVC_SECRET_KEY is not set. */
  secretKeyFile: string;
  /** URL of the running service; null if unknown. */
  apiUrl: string | null;
};

/** Written to the data folder by `npm start` and `npm run demo` while they run. */
type RuntimeFile = {
  pid?: unknown;
  mongoUri?: unknown;
  mongoDatabase?: unknown;
  secretKeyFile?: unknown;
  apiUrl?: unknown;
  temporalAddress?: unknown;
  temporalUiLink?: unknown;
};

/** Returns the database of MONGODB_URI, otherwise the running service's. Throws CliError (exit 5) if there is neither. */
export function findPlace(config: Config): Place {
  const dataDir = path.resolve(config.dataDir);
  const ownKey = path.join(dataDir, "secret.key");
  const runtime = runningService(dataDir);
  const apiUrl = typeof runtime?.apiUrl === "string" ? runtime.apiUrl : null;
  if (config.mongoUri)
    return { mongoUri: config.mongoUri, mongoDatabase: config.mongoDatabase, secretKeyFile: ownKey, apiUrl };
  if (typeof runtime?.mongoUri !== "string")
    throw new CliError(
      EXIT.unavailable,
      "unavailable",
      `No service runs on the data folder ${config.dataDir}: start it with "npm start" (or "npm run demo"), or set MONGODB_URI.`,
    );
  return {
    mongoUri: runtime.mongoUri,
    mongoDatabase: typeof runtime.mongoDatabase === "string" ? runtime.mongoDatabase : config.mongoDatabase,
    secretKeyFile: typeof runtime.secretKeyFile === "string" ? path.resolve(runtime.secretKeyFile) : ownKey,
    apiUrl,
  };
}

/** Returns the link that signs in to Temporal's web interface. Throws CliError (exit 5) if there is none. */
export function findTemporalUi(config: Config): string {
  const link = runningService(path.resolve(config.dataDir))?.temporalUiLink;
  if (typeof link === "string") return link;
  throw new CliError(
    EXIT.unavailable,
    "unavailable",
    `No service with its own Temporal is running on the data folder ${config.dataDir}: start it with "npm start". Plumbline does not include the web UI of an external Temporal.`,
  );
}

/** Returns TEMPORAL_ADDRESS, otherwise the running service's. Throws CliError (exit 5) if there is neither. */
export function findTemporalAddress(config: Config): { address: string; ours: boolean } {
  if (config.temporalAddress) return { address: config.temporalAddress, ours: false };
  const address = runningService(path.resolve(config.dataDir))?.temporalAddress;
  if (typeof address === "string") return { address, ours: true };
  throw new CliError(
    EXIT.unavailable,
    "unavailable",
    `No service runs on the data folder ${config.dataDir}: start it with "npm start", or set TEMPORAL_ADDRESS.`,
  );
}

function runningService(dataDir: string): RuntimeFile | null {
  const runtime = readRuntime(path.join(dataDir, "runtime.json"));
  return runtime && isAlive(runtime.pid) ? runtime : null;
}

/** Returns the service's secret key. Throws CliError (exit 2) if there is none. */
export function readSecretKey(config: Config, place: Place): string {
  if (config.secretKey) return config.secretKey;
  try {
    const text = readFileSync(place.secretKeyFile, "utf8").trim();
    if (text.length >= 32) return text;
  } catch {
    // The error below says what to do; the reason why the file could not be read does not matter.
  }
  throw new CliError(
    EXIT.usage,
    "configuration",
    "Access data is stored encrypted, and its key is missing: set SVC_SECRET_KEY to the service's, or start the service once.",
  );
}

function readRuntime(file: string): RuntimeFile | null {
  try {
    const json: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof json === "object" && json !== null ? json : null;
  } catch {
    return null;
  }
}

/** Whether the process is running: a service that was killed leaves its file behind. */
function isAlive(pid: unknown): boolean {
  if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
