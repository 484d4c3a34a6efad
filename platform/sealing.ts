// Encrypts stored secrets: AES-256-GCM with a key derived from SVC_SECRET_KEY.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";

/** Seals and opens short texts. Sealed form: `v1.<iv>.<tag>.<ciphertext>`, base64url. */
export type Sealer = { seal(plain: string): string; open(sealed: string): string };

export class SealError extends Error {
  constructor() {
    super(
      "The stored access data of this environment cannot be opened: SVC_SECRET_KEY is not the one it was saved with.",
    );
    this.name = "SealError";
  }
}

/** `secret` is SVC_SECRET_KEY. The salt is fixed, because the secret is random and not a password that people choose. */
export function createSealer(secret: string): Sealer {
  const key = scryptSync(secret, "plumbline-environment-access", 32);
  return {
    seal(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return ["v1", iv, cipher.getAuthTag(), body]
        .map((p) => (typeof p === "string" ? p : p.toString("base64url")))
        .join(".");
    },
    open(sealed) {
      const [version, iv, tag, body] = sealed.split(".");
      if (version !== "v1" || !iv || !tag || body === undefined) throw new SealError();
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
        decipher.setAuthTag(Buffer.from(tag, "base64url"));
        return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString("utf8");
      } catch {
        throw new SealError();
      }
    },
  };
}
