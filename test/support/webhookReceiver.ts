// Verifies webhook signatures as a receiver does, following the specification at standardwebhooks.com.
import { createHmac } from "node:crypto";

/** Whether the signature headers match the body. `toleranceS`: maximum age of a message in seconds. */
export function isSigned(
  secret: string,
  headers: Record<string, string | undefined>,
  body: string,
  { now, toleranceS = 300 }: { now: Date; toleranceS?: number },
): boolean {
  const { "webhook-id": id = "", "webhook-timestamp": time = "", "webhook-signature": given = "" } = headers;
  if (!/^\d+$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > toleranceS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const right = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  return given.split(" ").includes(`v1,${right}`);
}
