// Determines the repository of a run's commit: its pull request's, else that of the project's commit statuses, of its last pull
// request, or the installation's.
import { type CodePlace, codePlaceOf, hostOfRun, type PlaceInput } from "../../../domain/report/codePlace.ts";
import type { Models } from "../../../models/index.ts";
import { channelsOf } from "../../../models/notifications/queries.ts";
import { recentPullRequestUrl } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";

/** `usual`: named only by the service's settings. */
export type RunRepository = CodePlace & { usual: boolean };

/** Null: no configured host has a repository of the project. */
export async function repositoryOf(
  models: Models,
  { projectId, prUrl, ciProvider }: Pick<Run, "projectId" | "prUrl" | "ciProvider">,
  hosts: PlaceInput["hosts"],
): Promise<RunRepository | null> {
  const unnamed = hosts.map((one) => ({ ...one, repository: null }));
  const named = (about: Partial<PlaceInput>): RunRepository | null => {
    const place = codePlaceOf({ prUrl: null, hosts: unnamed, ...about });
    return "problem" in place ? null : { ...place, usual: false };
  };
  const own = named({ prUrl });
  if (own) return own;
  const itsHost = hostOfRun({ prUrl, ciProvider, hosts });
  for (const { kind, repository } of await channelsOf(models, projectId)) {
    const host = (["github", "gitlab"] as const).find((one) => one === kind && (itsHost ?? kind) === kind);
    const place = host && repository !== null ? named({ host, repository }) : null;
    if (place) return place;
  }
  const recent = named({ prUrl: await recentPullRequestUrl(models, projectId) });
  if (recent) return recent;
  const place = codePlaceOf({ prUrl: null, hosts });
  return "problem" in place ? null : { ...place, usual: true };
}
