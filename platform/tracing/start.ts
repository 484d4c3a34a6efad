import { readTracing } from "../../domain/tracingSettings.ts";
import type { Log } from "../log.ts";
import { withinMs } from "../withinMs.ts";
import { setTracing } from "./spans.ts";

/** An unavailable collector must not delay a process that stops. */
const STOP_MS = 3_000;

/**
 * Turns traces on if the OTEL_ variables request them; otherwise nothing is loaded. Returns a function that sends the remaining spans at
 * the end.
 * @throws ConfigError naming the variable whose value cannot be used
 */
export async function startTracing(
  service: { name: "plumbline-api" | "plumbline-worker"; version: string },
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<() => Promise<void>> {
  const settings = readTracing(env);
  if (settings === null) return async () => {};
  if ("off" in settings) {
    log("warn", "traces are off", { reason: settings.off });
    return async () => {};
  }
  const { createTracing } = await import("./otel.ts");
  const tracing = createTracing(service, settings, log);
  setTracing(tracing);
  return async () => {
    setTracing(null);
    await withinMs(
      STOP_MS,
      tracing.stop().catch(() => {}),
      () => {},
    );
  };
}
