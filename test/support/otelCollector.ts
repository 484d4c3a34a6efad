// A real OpenTelemetry Collector on loopback that writes the spans it receives to a file.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Server } from "../../temporal-dev/child.ts";
import { getCollector } from "../../temporal-dev/lib/otelcol.mjs";
import { takePort } from "../../temporal-dev/ports.ts";
import { type SeenSpan, spansIn } from "./traces.ts";

export type Collector = {
  /** Value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** Returns what it has written, as text. */
  written(): Promise<string>;
  spans(): Promise<SeenSpan[]>;
  stop(): Promise<void>;
};

/** Runs the collector below an empty folder. `why`: reason why it cannot be built here. */
export async function startCollector(folder: string): Promise<Collector | { why: string }> {
  const program = await getCollector({ log: () => {} });
  if (program.path === null) return { why: program.why };
  const port = await takePort(0);
  const url = `http://127.0.0.1:${port}`;
  const file = path.join(folder, "traces.jsonl");
  const settings = path.join(folder, "otelcol.yaml");
  const pipeline = { receivers: ["otlp"], exporters: ["file"] };
  await writeFile(
    settings,
    // JSON is valid YAML.
    JSON.stringify({
      receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
      exporters: { file: { path: file } },
      service: { telemetry: { metrics: { level: "none" } }, pipelines: { traces: pipeline } },
    }),
  );
  const server = new Server({
    name: "collector",
    command: program.path,
    args: ["--config", settings],
    logFile: path.join(folder, "collector.log"),
    readyMs: 30_000,
    // An empty message of the protocol.
    check: async () => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${url}/v1/traces`, { method: "POST", headers, body: "{}" });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    },
  });
  await server.start();
  const written = () => readFile(file, "utf8").catch(() => "");
  return {
    url,
    written,
    // Skip the last line, which may be incomplete.
    spans: async () => spansIn((await written()).split("\n").slice(0, -1)),
    stop: () => server.stop(),
  };
}
