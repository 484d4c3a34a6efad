// The step library, as the editor and the list of steps read it.
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AppSteps } from "../../../../api/endpoints/answers/app/functional.ts";
import { get } from "../../lib/api.ts";
import { projectAt } from "./at.ts";

export const stepsQuery = (project: string) =>
  queryOptions({
    queryKey: ["steps", "feature", "heal", "run", project],
    queryFn: ({ signal }) => get<AppSteps>(projectAt(project, "steps"), { signal }),
    staleTime: 60_000,
  });

export const useSteps = (project: string) => useQuery(stepsQuery(project));
