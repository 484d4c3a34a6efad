/**
 * The demo shop: one address, two variants. `good` should be free of defects; `flawed` shows the ones in defects.json.
 * Run it with `node temporal-dev/demo-site/server.ts --variant good --port 4500`.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import type { Variant } from "./core.ts";
import { handle } from "./handler.ts";

export type { Variant } from "./core.ts";

export interface DemoSiteOptions {
  /** 0 or undefined for any free port. */
  port?: number;
  host?: string;
  variant: Variant;
}

export interface DemoSite {
  url: string;
  port: number;
  /** Switches the variant that is served from the next request on. */
  setVariant(variant: Variant): void;
  close(): Promise<void>;
}

export async function startDemoSite(options: DemoSiteOptions): Promise<DemoSite> {
  const host = options.host ?? "127.0.0.1";
  let variant = options.variant;
  let serial = 0;
  let own = "";
  const server = createServer((request, response) => {
    serial += 1;
    handle(request, response, variant, serial, own).catch((error: unknown) => {
      process.stderr.write(
        `demo site: ${request.method} ${request.url}: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" });
      response.end("Something went wrong.\n");
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  own = `${name.includes(":") ? `[${name}]` : name}:${port}`;
  return {
    url: `http://${own}`,
    port,
    setVariant(next) {
      variant = next;
    },
    close() {
      return new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      variant: { type: "string", default: "good" },
      port: { type: "string", default: "4500" },
      host: { type: "string", default: "127.0.0.1" },
    },
  });
  if (values.variant !== "good" && values.variant !== "flawed") throw new Error("--variant is good or flawed");
  const site = await startDemoSite({ variant: values.variant, port: Number(values.port), host: values.host });
  process.stdout.write(`The ${values.variant} demo shop is at ${site.url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => site.close().then(() => process.exit(0)));
}
