/** promtool of Prometheus, built when it is missing; `path` null where it cannot be, with the reason. */
export declare function getPromtool(options: {
  log: (line: string) => void;
}): Promise<{ path: string; why?: undefined } | { path: null; why: string }>;
