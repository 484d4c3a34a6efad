// Simulates clients during a run: pollers that request the status repeatedly, and open pages that refetch what changes.
import type { SessionClient } from "../../temporal-dev/sessionClient.ts";

export type LoadOptions = {
  apiUrl: string;
  key: string;
  people: readonly SessionClient[];
  project: string;
  /** Runs to poll, shared by the pollers. */
  runIds: readonly string[];
  pollers: number;
  pollEveryMs: number;
  dashboards: number;
};
export type LoadFigures = { polls: number[]; reads: number[]; events: number; errors: string[] };

/** Starts the load. The returned function stops it and returns the measurements. */
export function startLoad(options: LoadOptions): () => Promise<LoadFigures> {
  const { apiUrl, key, people, project, runIds, pollers, pollEveryMs, dashboards } = options;
  const over = new AbortController();
  const figures: LoadFigures = { polls: [], reads: [], events: 0, errors: [] };
  const timed = async (times: number[], ask: () => Promise<unknown>) => {
    const started = performance.now();
    try {
      await ask();
      times.push(performance.now() - started);
    } catch (error) {
      if (!over.signal.aborted) figures.errors.push(error instanceof Error ? error.message : String(error));
    }
  };
  const poll = async (at: number) => {
    // Pollers do not start at the same time.
    await pause((at / pollers) * pollEveryMs, over.signal);
    while (!over.signal.aborted) {
      await timed(figures.polls, async () => {
        const url = `${apiUrl}/api/ci/status/${runIds[at % runIds.length]}`;
        const answer = await fetch(url, { headers: { "x-api-key": key }, signal: over.signal });
        await answer.text();
        if (!answer.ok) throw new Error(`a poll was answered ${answer.status}`);
      });
      await pause(pollEveryMs, over.signal);
    }
  };
  const watch = async (person: SessionClient) => {
    let reading: Promise<void> | null = null;
    const read = (runId: string) => {
      // Like the dashboard, a page has at most one read in flight.
      reading ??= timed(figures.reads, () => person.get(`/api/app/runs/${runId}`)).finally(() => {
        reading = null;
      });
    };
    const hear = (event: { kind?: string; id?: string }) => {
      figures.events += 1;
      if (event.kind === "run" && event.id) read(event.id);
    };
    await person
      .listen(`/api/app/events?project=${project}`, hear, over.signal)
      .catch((error: Error) => over.signal.aborted || figures.errors.push(`a stream ended: ${error.message}`));
    await reading;
  };
  const all = [
    ...Array.from({ length: pollers }, (_, at) => poll(at)),
    ...Array.from({ length: dashboards }, (_, at) => watch(people[at % people.length] as SessionClient)),
  ];
  return async () => {
    over.abort();
    await Promise.allSettled(all);
    return figures;
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
