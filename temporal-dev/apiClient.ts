// A small client of the CI API, for the demo, the benchmarks and the system tests.

export type RunRequest = { project?: string; type?: string } & Record<string, unknown>;
export type RunStatus = {
  runId: string;
  status: string;
  type: string;
  duration?: number;
  summary?: Record<string, number> | null;
  error?: string | null;
  progress?: { done: number; total: number; phase: string };
} & Record<string, unknown>;
export type ShotResult = {
  scenarioLabel: string;
  viewport: string;
  browser: string;
  status: string;
  mismatchPercent: number | null;
  flaky: boolean;
  reasons: { code: string; message: string }[];
  regions: { kind: string; selector: string; share: number }[];
} & Record<string, unknown>;

export type FindingResult = {
  pillar: string;
  rule: string;
  severity: string;
  outcome: string;
  page: string;
  target: string;
  message: string;
  /** The affected pages, for a finding that covers several. */
  pages?: { count: number; of: number; first: string[] } | null;
  new: boolean | null;
} & Record<string, unknown>;

export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`The API answered ${status}: ${JSON.stringify(body)}`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

export type ApiClient = {
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<unknown>;
  run(request: RunRequest, headers?: Record<string, string>): Promise<{ runId: string }>;
  status(runId: string): Promise<RunStatus>;
  /**
   * Polls until the run has finished or `until` returns true. `everyMs`: by default a twentieth of the wait so far, 100 ms to a second,
   * because a poll costs the service some 10 ms of processor time. `onProgress` receives each status.
   */
  wait(
    runId: string,
    options?: {
      timeoutMs?: number;
      everyMs?: number;
      onProgress?: (status: RunStatus) => void;
      until?: (status: RunStatus) => boolean;
    },
  ): Promise<RunStatus>;
  results(runId: string): Promise<ShotResult[]>;
  findings(runId: string): Promise<FindingResult[]>;
};

/** Rejects with ApiError if the response status is 400 or higher. */
export function createApiClient(apiUrl: string, key: string): ApiClient {
  const request: ApiClient["request"] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw new ApiError(answer.status, parsed);
    return parsed;
  };
  const listAll = async <T>(runId: string, field: "results" | "findings") => {
    const all: T[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ limit: "200", ...(cursor === "" ? {} : { cursor }) });
      const page = (await request("GET", `/api/ci/runs/${runId}/results?${query}`)) as Record<typeof field, T[]> & {
        nextCursor?: string | null;
      };
      all.push(...page[field]);
      cursor = page.nextCursor ?? null;
    }
    return all;
  };
  const status = (runId: string) => request("GET", `/api/ci/status/${runId}`) as Promise<RunStatus>;
  return {
    request,
    status,
    run: (body, headers) => request("POST", "/api/ci/run", body, headers) as Promise<{ runId: string }>,
    async wait(runId, { timeoutMs = 600_000, everyMs, onProgress, until } = {}) {
      const began = Date.now();
      for (;;) {
        const run = await status(runId);
        onProgress?.(run);
        if (until?.(run) || run.status !== "running") return run;
        const waitedMs = Date.now() - began;
        if (waitedMs > timeoutMs) throw new Error(`The run ${runId} was still running after ${timeoutMs / 1_000} s.`);
        const pauseMs = everyMs ?? Math.min(Math.max(100, waitedMs / 20), 1_000);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    results: (runId) => listAll<ShotResult>(runId, "results"),
    findings: (runId) => listAll<FindingResult>(runId, "findings"),
  };
}
