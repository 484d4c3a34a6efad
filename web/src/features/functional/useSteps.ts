// Query for the step library, shared by the editor and the list of steps.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api.ts";

export const stepsQuery = (project: string) =>
  queryOptions({
    queryKey: ["steps", "feature", "heal", "run", project],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/steps", { params: { slug: project }, signal }),
    staleTime: 60_000,
  });

export const useSteps = (project: string) => useQuery(stepsQuery(project));
