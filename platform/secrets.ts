// Keys for single purposes, derived from the one secret of the installation.
import { hkdfSync } from "node:crypto";
import type { Config } from "../domain/config.ts";

export type SecretPurpose = "session cookies" | "signed links" | "sign-in counters";

/** 32 bytes for one purpose. The process that starts the service fills in `config.secretKey` when it is not set. */
export function deriveSecret(config: Pick<Config, "secretKey">, purpose: SecretPurpose): Buffer {
  if (config.secretKey === null) throw new Error("The secret of the service is not set: fill in config.secretKey.");
  return Buffer.from(hkdfSync("sha256", config.secretKey, "", `plumbline ${purpose}`, 32));
}
