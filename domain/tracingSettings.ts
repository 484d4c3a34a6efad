// Which of the variables of OpenTelemetry turn traces on.
import { ConfigError } from "./config.ts";

export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
/** `delayMs`: how long spans wait to be sent together. */
export type TracingSettings = { sampler: (typeof SAMPLERS)[number]; ratio: number; delayMs: number };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * By the variables of OpenTelemetry; null: traces are off, as they are unless an endpoint is set.
 * @throws ConfigError naming the variable whose value cannot be used
 */
export function readTracing(env: Env): TracingSettings | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none") return null;
  const problems: string[] = [];
  if (!URL.canParse(endpoint)) problems.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address");
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || "http/json";
  if (protocol !== "http/json")
    problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, not "${protocol}"; collectors take it on port 4318`);
  const sampler = SAMPLERS.find((one) => one === (env.OTEL_TRACES_SAMPLER || "parentbased_always_on"));
  if (!sampler) problems.push(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(", ")}`);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  const delayMs = Number(env.OTEL_BSP_SCHEDULE_DELAY || 5_000);
  if (!(delayMs >= 0)) problems.push("OTEL_BSP_SCHEDULE_DELAY must be a number of milliseconds");
  if (problems.length > 0) throw new ConfigError(problems);
  return { sampler: sampler!, ratio, delayMs };
}
