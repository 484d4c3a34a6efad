// Query for what the crawl of a new project has found so far.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api.ts";
import { againIfAway } from "../../lib/away.ts";

const POLL_MS = 1_000;

export const useProposals = (project: string, jobId: string) =>
  useQuery({
    queryKey: ["proposals", project, jobId],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/setup/proposals", { params: { slug: project }, signal, query: { jobId } }),
    enabled: project !== "",
    refetchInterval: ({ state }) =>
      state.data && ["queued", "running"].includes(state.data.crawl.status) ? POLL_MS : againIfAway(state.error),
  });
