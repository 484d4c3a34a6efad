// Addresses that people outside open: absolute, under the service's public address.
import type { OperationContext } from "./context.ts";

/** The address of a path of this service; the path itself where the service has no public address. */
export function publicLink(ctx: OperationContext, path: string): string {
  const { publicUrl } = ctx.config;
  return publicUrl === null ? path : `${publicUrl.replace(/\/+$/, "")}${path}`;
}
