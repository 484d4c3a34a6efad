// What stands around every screen of a project.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import { pollInterval } from "./live.ts";
import type { Scope } from "./urlState.ts";

/**
 * The project's environments and branches, what runs now, and what waits for review. `scope`: what waits in that environment and branch
 * alone, as the list of it shows; the frame itself is of the whole project, so that one can leave a filter that fits nothing.
 */
export const useFrame = (project: string, scope: Scope = {}) =>
  useQuery({
    queryKey: ["frame", "run", "job", "review", project, scope],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/frame", { params: { slug: project }, query: scope, signal }),
    enabled: project !== "",
    refetchInterval: ({ state }) => pollInterval((state.data?.work.length ?? 0) > 0),
  });
