// What stands around every screen of a project.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import { pollInterval } from "./live.ts";

/** The project's environments and branches, and what runs now. */
export const useFrame = (project: string) =>
  useQuery({
    queryKey: ["frame", "run", "job", "review", project],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/frame", { params: { slug: project }, signal }),
    enabled: project !== "",
    refetchInterval: ({ state }) => pollInterval((state.data?.work.length ?? 0) > 0),
  });
