// Query for the flakiness of all scenarios, in one request.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { get } from "../../lib/api.ts";
import type { Flakiness } from "./flakiest.ts";

export function useFlakiness(project: string, environment: string | undefined): Flakiness {
  const { data } = useQuery({
    queryKey: ["flakiness", "run", project, environment],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/flakiness", { params: { slug: project }, query: { environment }, signal }),
    staleTime: 60_000,
  });
  return useMemo(() => new Map(data?.scenarios.map((one) => [one.scenarioId, one])), [data]);
}
