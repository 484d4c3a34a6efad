// Reads the OpenTelemetry variables that turn traces on.
import { ConfigError } from "./config.ts";

export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
/** `delayMs`: how long spans wait to be sent as a batch. */
export type TracingSettings = { sampler: (typeof SAMPLERS)[number]; ratio: number; delayMs: number };

type Env = Readonly<Record<string, string | undefined>>;

const ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;
const PROTOCOLS = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"] as const;
const PROTOCOL = "http/json";

/**
 * Reads the OpenTelemetry variables. Returns null if traces are off, which is the default without an endpoint. `off`: a sentence that
 * explains why no traces are sent although an endpoint is set. The variables of a host are often meant for other programs, so an
 * unsupported protocol must not stop the service.
 * @throws ConfigError naming the variable whose value cannot be used
 */
export function readTracing(env: Env): TracingSettings | { off: string } | null {
  const [from] = ENDPOINTS.filter((name) => env[name]);
  if (!from || env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none") return null;
  const [spoken] = PROTOCOLS.filter((name) => env[name]);
  if (spoken && env[spoken] !== PROTOCOL)
    return {
      off: `${spoken} is "${env[spoken]}", and traces are sent as ${PROTOCOL} only, so none are sent. Collectors accept it on port 4318: use that address, and set ${PROTOCOLS[0]}=${PROTOCOL}`,
    };
  const problems: string[] = [];
  if (!/^https?:$/.test(URL.parse(env[from]!)?.protocol ?? ""))
    problems.push(`${from} must be an address that begins with http:// or https://`);
  const sampler = SAMPLERS.find((one) => one === (env.OTEL_TRACES_SAMPLER || "parentbased_always_on"));
  if (!sampler) problems.push(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(", ")}`);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  const delayMs = Number(env.OTEL_BSP_SCHEDULE_DELAY || 5_000);
  if (!(delayMs >= 0)) problems.push("OTEL_BSP_SCHEDULE_DELAY must be a number of milliseconds");
  if (problems.length > 0) throw new ConfigError(problems);
  return { sampler: sampler!, ratio, delayMs };
}
