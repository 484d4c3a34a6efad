import type { Command } from "commander";
import { plural } from "../../domain/text.ts";
import { optional, runs, text } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";

/** Number of shards, out of 256, between two progress reports of a copy. */
const TOLD_EVERY = 16;

export function addArtifacts(program: Command): void {
  const group = program.command("artifacts").description("storage of screenshots and other large files");

  runs(
    group
      .command("copy")
      .description("copy missing artifacts to a store while the service runs")
      .requiredOption("--from <place>", 'where they are: "files" (in the data folder), a folder, or s3://bucket/prefix')
      .requiredOption("--to <place>", "where they go"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { copyStore } = await import("../../api/operations/installation/artifacts.ts");
        const places = { from: text(options, "from"), to: text(options, "to") };
        const done = await copyStore(ctx, caller, places, (shards, { found, copied }) => {
          if (shards % TOLD_EVERY === 0)
            out.note(`${Math.floor((100 * shards) / 256)} %: ${plural(found, "artifact")} found, ${copied} copied`);
        });
        const { damaged, gone } = done;
        const after = done.next
          ? `Now restart API and workers with ${settingOf(done.to)}, then run this command again to copy what was stored in between.`
          : "The service uses this store.";
        out.answer(done, [
          `${plural(done.found, "artifact")}: ${done.copied} copied (${(done.bytes / 1e6).toFixed(1)} MB), ${done.there} already copied${gone > 0 ? `, ${gone} removed during the copy` : ""}.`,
          after,
        ]);
        if (damaged.length > 0)
          throw new CliError(
            EXIT.refused,
            "damaged",
            `${plural(damaged.length, "artifact")} could not be copied because the stored bytes are damaged: ${damaged.slice(0, 10).join(", ")}${damaged.length > 10 ? ", …" : ""}.`,
          );
      },
    },
  );

  runs(
    group
      .command("claim")
      .description("allow the installation to start with an empty artifact store after its artifacts were lost")
      .option("--place <place>", "the store; default: the one of the settings"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { claimLostStore } = await import("../../api/operations/installation/artifacts.ts");
        const claimed = await claimLostStore(ctx, caller, optional(options, "place"));
        out.answer(claimed, [`The artifact store is ${claimed.store}. Restart API and workers.`]);
      },
    },
  );
}

const settingOf = (to: string): string =>
  to.startsWith("s3://") ? `SVC_ARTIFACTS=${to}` : "no SVC_ARTIFACTS (the folder is artifacts/ in SVC_DATA_DIR)";
