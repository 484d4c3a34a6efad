// Search of the command palette: projects, and runs, scenarios, features and settings of one project or of all.
import { RUN_NAME } from "../../domain/runTypes.ts";
import { projectsWithin } from "../../models/projects/queries.ts";
import { pageOfRuns } from "../../models/runs/queries.ts";
import { featuresNamed, scenariosNamed } from "../../models/search.ts";
import { reachOf, requireReadRight, resolveProject } from "../lib/access.ts";
import type { Caller, OperationContext } from "../lib/context.ts";

export const FOUND_KINDS = ["project", "run", "scenario", "feature", "setting"] as const;
export type Found = {
  kind: (typeof FOUND_KINDS)[number];
  id: string;
  title: string;
  subtitle: string;
  /** Slug of the project; null if it belongs to none. */
  project: string | null;
};

const OF_A_KIND = 8;
const MAX_PROJECTS = 500;
const FIELDS = { type: 1, branch: 1, status: 1, verdict: 1, projectSlug: 1 } as const;

/** Sections of a project's settings, with the words that people search for. */
export const SETTING_PARTS: readonly { id: string; title: string; words: string }[] = [
  { id: "project", title: "Project", words: "name address main branch" },
  {
    id: "environments",
    title: "Environments and access",
    words: "staging production password cookies headers sign-in secrets",
  },
  { id: "scenarios", title: "Scenarios", words: "pages labels viewports" },
  { id: "rules", title: "Rules", words: "ignore dynamic layout content" },
  { id: "budgets", title: "Budgets and thresholds", words: "gate score limits performance" },
  { id: "schedules", title: "Schedules", words: "cron nightly" },
  { id: "notifications", title: "Notifications", words: "slack email webhook channel" },
  { id: "connectors", title: "Connectors", words: "jira github gitlab tickets" },
  { id: "keys", title: "API keys", words: "token ci agent" },
  { id: "members", title: "Members", words: "people roles invite" },
  { id: "plan", title: "Plan and usage", words: "quota snapshots limits" },
  { id: "audit", title: "Audit log", words: "who did what" },
];

/** Returns at most eight results of each kind. Throws the same errors as `resolveProject` if a project is named. */
export async function searchProject(
  ctx: OperationContext,
  caller: Caller,
  { q, project: named }: { q: string; project?: string },
): Promise<{ results: Found[] }> {
  requireReadRight(caller);
  const text = q.trim();
  const own = named === undefined ? null : await resolveProject(ctx, caller, named);
  const all = await projectsWithin(ctx.models, reachOf(caller), {
    fields: { slug: 1, name: 1, baseUrl: 1 },
    limit: MAX_PROJECTS,
  });
  const lower = text.toLowerCase();
  const says = (words: string): boolean => words.toLowerCase().includes(lower);
  const within = own ? [own] : all;
  const ids = within.map(({ _id }) => _id);
  const slugOf = new Map(all.map(({ _id, slug }) => [_id, slug]));
  const [scenarios, features, runs] = await Promise.all([
    scenariosNamed(ctx.models, ids, text, OF_A_KIND),
    featuresNamed(ctx.models, ids, text, OF_A_KIND),
    own === null || text === ""
      ? []
      : pageOfRuns(ctx.models, { project: own }, { text, after: null, limit: OF_A_KIND, fields: FIELDS }),
  ]);
  const projectOf = (id: string): string | null => slugOf.get(id) ?? null;
  return {
    results: [
      ...all
        .filter(({ name, slug, baseUrl }) => says(`${name} ${slug} ${baseUrl}`))
        .slice(0, OF_A_KIND)
        .map(
          ({ slug, name, baseUrl }): Found => ({
            kind: "project",
            id: slug,
            title: name,
            subtitle: baseUrl,
            project: slug,
          }),
        ),
      ...scenarios.map(
        ({ _id, projectId, label, url }): Found => ({
          kind: "scenario",
          id: _id,
          title: label,
          subtitle: url,
          project: projectOf(projectId),
        }),
      ),
      ...features.map(
        ({ projectId, featureId, name }): Found => ({
          kind: "feature",
          id: featureId,
          title: name,
          subtitle: featureId,
          project: projectOf(projectId),
        }),
      ),
      ...runs.map(
        ({ _id, type, branch, status, verdict, projectSlug }): Found => ({
          kind: "run",
          id: _id,
          title: `${RUN_NAME[type]} ${_id}`,
          project: projectSlug,
          subtitle: [branch, verdict ?? status].filter(Boolean).join(", "),
        }),
      ),
      ...(own === null ? [] : SETTING_PARTS)
        .filter(({ title, words }) => says(`${title} ${words} settings`))
        .slice(0, OF_A_KIND)
        .map(
          ({ id, title }): Found => ({
            kind: "setting",
            id,
            title,
            subtitle: "Settings",
            project: own?.slug ?? null,
          }),
        ),
    ],
  };
}
