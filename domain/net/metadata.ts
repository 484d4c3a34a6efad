// Addresses at which clouds serve the credentials of a machine. No allow list can permit them.
import { behindNat64, parseIp } from "./addresses.ts";

const METADATA: ReadonlySet<string> = new Set([
  // AWS, Azure, Google Cloud, DigitalOcean, Oracle, OpenStack.
  "169.254.169.254",
  // AWS: credentials of containers (ECS) and pods (EKS).
  "169.254.170.2",
  "169.254.170.23",
  "fd00:ec2::23",
  "fd00:ec2::254",
  // Google Cloud over IPv6.
  "fd20:ce::254",
  // Alibaba Cloud, Oracle Cloud, and Azure's host agent, whose address looks public.
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
]);

/** Returns whether an IP address, in any notation that `parseIp` accepts, is a metadata service. */
export function isMetadataAddress(text: string): boolean {
  const ip = parseIp(text);
  return ip !== undefined && METADATA.has(behindNat64(ip).toString());
}
