// Creates what an operator creates in a service's database, through the operations behind the admin command: a process per command takes a
// second of processor time, and the command has its own tests.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ulid } from "ulid";
import { resolveProject } from "../../api/lib/access.ts";
import type { AdminContext } from "../../api/lib/admin.ts";
import { putFeatures } from "../../api/operations/functional/putFeatures.ts";
import { createKey } from "../../api/operations/keys/createKey.ts";
import { createUser } from "../../api/operations/people/createUser.ts";
import { ensureDefaultOrganisation } from "../../api/operations/people/ensureDefaultOrganisation.ts";
import { setPlan } from "../../api/operations/people/setPlan.ts";
import { createProject } from "../../api/operations/projects/createProject.ts";
import { importScenarios } from "../../api/operations/scenarios/importScenarios.ts";
import { importTrackingPlan } from "../../api/operations/tracking/importTrackingPlan.ts";
import { readConfig } from "../../domain/config.ts";
import { readScenarioText } from "../../domain/import/parseScenarioFile.ts";
import type { Scope } from "../../domain/keys.ts";
import type { PlanName } from "../../domain/plans.ts";
import type { Role } from "../../models/users/schema.ts";
import { demoFile } from "../../temporal-dev/demo/prepare.ts";
import { type Watched, withModels } from "./watched.ts";

/** By label: a path, or a scenario object. */
export type Scenarios = Record<string, string | Record<string, unknown>>;

type Act<T> = (ctx: AdminContext, caller: { kind: "operator"; orgId: string }) => Promise<T>;

/** Acts in the installation's own organisation unless `orgId` names another. */
function asOperator<T>(world: Watched, act: Act<T>, orgId?: string): Promise<T> {
  return withModels(world, async (models) => {
    const none = (): never => {
      throw new Error("nothing that an operator makes here is sealed");
    };
    const ctx: AdminContext = {
      config: readConfig({}),
      models,
      sealer: { seal: none, open: none },
      log: () => undefined,
      now: () => new Date(),
      ulid,
    };
    return act(ctx, { kind: "operator", orgId: orgId ?? (await ensureDefaultOrganisation(ctx))._id });
  });
}

/** Creates a project on the site with these scenarios. Returns a key for it. */
export function makeProject(
  world: Watched,
  options: { siteUrl: string; slug: string; scenarios?: Scenarios; scope?: Scope; orgId?: string },
): Promise<string> {
  const { siteUrl, slug, scenarios = {}, scope = "mcp_full", orgId } = options;
  const make: Act<string> = async (ctx, caller) => {
    await createProject(ctx, caller, { name: slug, slug, baseUrl: siteUrl });
    const list = Object.entries(scenarios).map(([label, given]) =>
      typeof given === "string"
        ? { label, url: given, viewports: ["phone"] }
        : { label, viewports: ["phone"], ...given },
    );
    if (list.length > 0) {
      const file = readScenarioText(JSON.stringify({ scenarios: list })) as object;
      await importScenarios(ctx, caller, { project: slug, file, setViewports: false });
    }
    return (await createKey(ctx, caller, { kind: "project", name: slug, project: slug, scope })).key;
  };
  return asOperator(world, make, orgId);
}

/** Creates the demo shop's project with its features and its tracking plan. Returns a key for it. */
export async function makeDemoProject(
  world: Watched,
  { siteUrl, slug }: { siteUrl: string; slug: string },
): Promise<string> {
  const key = await makeProject(world, { siteUrl, slug });
  const folder = demoFile("features");
  const files = (await readdir(folder)).sort();
  await asOperator(world, async (ctx, caller) => {
    const project = await resolveProject(ctx, caller, slug);
    const features = await Promise.all(
      files.map(async (file) => ({
        featureId: file.replace(".feature", ""),
        gherkin: await readFile(path.join(folder, file), "utf8"),
      })),
    );
    await putFeatures(ctx, caller, { project, features, overwrite: true });
    const file = JSON.parse(await readFile(demoFile("tracking-plan.json"), "utf8")) as object;
    await importTrackingPlan(ctx, caller, { project: slug, file });
  });
  return key;
}

/** Returns a new key for all projects. */
export const makeOrgKey = (world: Watched, scope: Scope): Promise<string> =>
  asOperator(world, async (ctx, caller) => (await createKey(ctx, caller, { kind: "org", name: scope, scope })).key);

/** Returns another key for a project. */
export const makeKey = (world: Watched, project: string, scope: Scope): Promise<string> =>
  asOperator(
    world,
    async (ctx, caller) => (await createKey(ctx, caller, { kind: "project", name: scope, project, scope })).key,
  );

/** Returns the generated password. */
export const makeUser = (world: Watched, email: string, role: Role): Promise<string> =>
  asOperator(
    world,
    async (ctx, caller) => (await createUser(ctx, caller, { email, name: email, role })).password ?? "",
  );

export const putOnPlan = (world: Watched, plan: PlanName): Promise<void> =>
  asOperator(world, async (ctx, caller) => void (await setPlan(ctx, caller, { plan })));
