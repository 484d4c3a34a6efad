// Data for the frame around every screen of a project.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import { pollInterval } from "./live.ts";
import type { Scope } from "./urlState.ts";

/**
 * Returns the project's environments and branches, running work, and what needs review. `scope` limits only the review count to an
 * environment and branch, matching the list; everything else covers the whole project, so that a filter without matches can be left.
 */
export const useFrame = (project: string, scope: Scope = {}) =>
  useQuery({
    queryKey: ["frame", "run", "job", "review", "environments", project, scope],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/frame", { params: { slug: project }, query: scope, signal }),
    enabled: project !== "",
    refetchInterval: ({ state }) => pollInterval(state, ({ work }) => work.length > 0),
  });
