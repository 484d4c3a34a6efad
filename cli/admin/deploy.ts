import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { plural } from "../../domain/text.ts";
import { runs } from "../command.ts";
import { table } from "../output.ts";
import type { Session } from "../session.ts";

/** Imports Temporal's client only when a command runs, because loading it takes time. */
async function withDeployments<T>(
  { ctx, caller }: Session,
  work: (use: import("../../api/operations/installation/deployments.ts").DeploymentUse) => Promise<T>,
): Promise<T> {
  const [{ openTemporal }, { temporalDeployments }, { readDeployment }] = await Promise.all([
    import("../temporal.ts"),
    import("../../platform/temporal/deployments.ts"),
    import("../../api/operations/installation/deployments.ts"),
  ]);
  const { client, close } = await openTemporal(ctx.config);
  try {
    return await work({ ctx, caller, deployments: temporalDeployments(client, await readDeployment(ctx)) });
  } finally {
    await close();
  }
}

export function addDeploy(program: Command): void {
  const group = program.command("deploy").description("versions of the workers: for a rolling upgrade");

  runs(group.command("show").description("the versions, with their workers and running work"), {
    async act(session, { out }) {
      const { listVersions } = await import("../../api/operations/installation/deployments.ts");
      const versions = await withDeployments(session, listVersions);
      out.answer({ versions }, table(versions));
    },
  });

  runs(
    group
      .command("promote")
      .description("start new work with this version, whose workers must be running")
      .argument("<version>", "as show prints it"),
    {
      async act(session, { args, out }) {
        const { promoteVersion } = await import("../../api/operations/installation/deployments.ts");
        const version = args[0] ?? "";
        await withDeployments(session, (use) => promoteVersion(use, version));
        out.answer({ version, current: true }, [`${version} is the current version.`]);
      },
    },
  );

  runs(
    group
      .command("drain")
      .description("wait until a version that is not current has no work, so that its workers can be stopped")
      .argument("<version>", "as show prints it"),
    {
      async act(session, { args, out }) {
        const { leftOfVersion } = await import("../../api/operations/installation/deployments.ts");
        const version = args[0] ?? "";
        await withDeployments(session, async (use) => {
          let said = -1;
          for (let left = await leftOfVersion(use, version); left > 0; left = await leftOfVersion(use, version)) {
            if (left !== said) out.note(`${plural(left, "run")} of ${version} still running`);
            said = left;
            await pause(2_000);
          }
        });
        out.answer({ version, drained: true }, [`No run needs ${version}: its workers can be stopped.`]);
      },
    },
  );
}
