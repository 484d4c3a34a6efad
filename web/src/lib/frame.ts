// What stands around every screen of a project.
import { useQuery } from "@tanstack/react-query";
import type { AppFrame } from "../../../api/endpoints/answers/app/projects.ts";
import { get, ofProject } from "./api.ts";
import { pollInterval } from "./live.ts";

/** The project's environments and branches, and what runs now. */
export const useFrame = (project: string) =>
  useQuery({
    queryKey: ["frame", "run", "job", project],
    queryFn: ({ signal }) => get<AppFrame>(ofProject(project, "frame"), { signal }),
    enabled: project !== "",
    refetchInterval: ({ state }) => pollInterval((state.data?.work.length ?? 0) > 0),
  });
