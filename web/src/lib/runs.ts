// Runs as screens show them.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AppRunRow } from "../../../api/endpoints/answers/app/shared.ts";
import { post } from "./api.ts";
import { paths } from "./paths.ts";

export type RunRow = AppRunRow;

/** What stands in a run's `Status`: how it goes while it runs, its verdict afterwards. */
export function statusOf({ status, verdict, cancelledBy, startingPoint }: RunRow): { status: string; word?: string } {
  if (status === "running") return { status: "running" };
  if (cancelledBy) return { status: "cancelled" };
  if (verdict === "pass") return { status: "passed", ...(startingPoint ? { word: "First run" } : {}) };
  if (verdict === "fail") return { status: "failed" };
  return status === "failed" ? { status: "error" } : { status: "completed" };
}

/** Kinds of runs that a person starts, with the address that starts them. */
export const STARTS = [
  { kind: "test", title: "Visual test" },
  { kind: "functional", title: "Functional test" },
  { kind: "perf", title: "Performance audit" },
  { kind: "a11y", title: "Accessibility audit" },
  { kind: "seo", title: "SEO audit" },
  { kind: "security", title: "Security audit" },
  { kind: "tracking", title: "Tracking audit" },
  { kind: "privacy", title: "Privacy audit" },
  { kind: "full-suite", title: "Full audit" },
  { kind: "reference", title: "New baseline" },
] as const;
export type StartKind = (typeof STARTS)[number]["kind"];

/** The kind that starts a run of a type again; null: none does. */
export function startOfType(type: string): StartKind | null {
  const kinds: Record<string, StartKind> = {
    "vrt-test": "test",
    baseline: "reference",
    "full-suite": "full-suite",
    "frt-test": "functional",
  };
  return kinds[type] ?? STARTS.find(({ kind }) => `${kind}-test` === type)?.kind ?? null;
}

/** Which pages an audit visits. "": the project's setting. */
export const PAGES = [
  { value: "", label: "As the project is set" },
  { value: "scenarios", label: "Pages of the scenarios" },
  { value: "templates", label: "One page of each template of a crawl" },
  { value: "crawl", label: "All pages of a crawl" },
] as const;
const OF_SITES: ReadonlySet<StartKind> = new Set(["perf", "a11y", "seo", "security", "privacy", "full-suite"]);
/** Whether runs of a kind can visit the pages of a crawl. */
export const visitsSites = (kind: StartKind): boolean => OF_SITES.has(kind);

export type StartInput = {
  kind: StartKind;
  project: string;
  environment?: string;
  scenarios?: string[];
  pages?: string;
  browsers?: string[];
};

/** Starts a run; a press that is repeated for want of an answer starts no second one. Rejects with ApiError. */
export const startRun = ({ kind, ...body }: StartInput): Promise<{ runId: string }> =>
  post(`/api/tests/${kind}`, body, { idempotencyKey: crypto.randomUUID() });

export const staleRuns = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes("run") });

export function useStartRun(onStarted: (runId: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: startRun,
    onSuccess: ({ runId }) => {
      void staleRuns(queries);
      onStarted(runId);
    },
  });
}

/** The address of the run's own screen: pictures are judged in the review. */
export const runPath = (project: string, { runId }: Pick<RunRow, "runId">): string => paths.run(project, runId);
