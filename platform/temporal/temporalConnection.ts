// How every process of the service connects to Temporal: address, API key and TLS, from the configuration.
import { readFile } from "node:fs/promises";
import type { TLSConfig } from "@temporalio/client";
import { type Config, ConfigError } from "../../domain/config.ts";
import { chooseTemporalTls } from "../../domain/temporalTls.ts";

export type TemporalConnectionOptions = { address: string; apiKey?: string; tls?: TLSConfig | false };
type Settings = Pick<
  Config,
  "temporalApiKey" | "temporalTls" | "temporalTlsCert" | "temporalTlsKey" | "temporalTlsCa" | "temporalTlsServerName"
>;

/**
 * Returns options for both `Connection` and `NativeConnection`. They contain secrets and must not be logged.
 * @throws ConfigError naming the setting whose file cannot be read
 */
export async function temporalConnectionOptions(
  address: string,
  settings: Settings,
): Promise<TemporalConnectionOptions> {
  const { tls, problems } = chooseTemporalTls(settings);
  if (problems.length > 0) throw new ConfigError(problems);
  const apiKey = settings.temporalApiKey ? { apiKey: settings.temporalApiKey } : {};
  // Set explicitly, because with an API key the SDK would turn on TLS.
  if (!tls) return { address, ...apiKey, tls: false };
  const [crt, key, ca] = await Promise.all([
    pem("TEMPORAL_TLS_CLIENT_CERT_PATH", settings.temporalTlsCert),
    pem("TEMPORAL_TLS_CLIENT_KEY_PATH", settings.temporalTlsKey),
    pem("TEMPORAL_TLS_SERVER_CA_CERT_PATH", settings.temporalTlsCa),
  ]);
  return {
    address,
    ...apiKey,
    tls: {
      ...(crt && key ? { clientCertPair: { crt, key } } : {}),
      ...(ca ? { serverRootCACertificate: ca } : {}),
      ...(settings.temporalTlsServerName ? { serverNameOverride: settings.temporalTlsServerName } : {}),
    },
  };
}

async function pem(setting: string, file: string | null): Promise<Buffer | null> {
  if (file === null) return null;
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new ConfigError([`${setting} names a file that cannot be read: ${file} (${code})`]);
  }
}
