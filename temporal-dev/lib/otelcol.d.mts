/** An OpenTelemetry Collector, built when it is missing; `path` null where it cannot be, with the reason. */
export declare function getCollector(options: {
  log: (line: string) => void;
}): Promise<{ path: string; why?: undefined } | { path: null; why: string }>;
