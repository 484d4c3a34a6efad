import path from "node:path";
import type { Command } from "commander";
import type { Restored } from "../../api/operations/installation/restoreBackup.ts";
import { readConfig } from "../../domain/config.ts";
import { messageOf } from "../../domain/errors.ts";
import { plural } from "../../domain/text.ts";
import { CLIENT_VERSION } from "../client/version.ts";
import { runs } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { createOutput, fields } from "../output.ts";

/** What to do about the secret key after a restore. */
const KEYS: Record<Restored["key"], string> = {
  inside: "The secret key was inside the backup.",
  given: "The host has the secret key of the backup.",
  missing:
    "The backup has no secret key: before the service starts, put the original secret.key into the data folder or set SVC_SECRET_KEY. Without it stored site access cannot be read.",
  none: "The installation had no secret key yet.",
};

export function addBackup(program: Command): void {
  runs(
    program
      .command("backup")
      .description("back up the running service to a file, with all documents and artifacts")
      .argument("<file>", "a new file, such as plumbline-2026-11-26.tar.gz")
      .option("--with-key", "include the secret key: whoever has the file can then read stored site access"),
    {
      async act({ ctx, caller }, { args, options, out }) {
        const [{ makeBackup }, { openStore, storePlace }] = await Promise.all([
          import("../../api/operations/installation/makeBackup.ts"),
          import("../../platform/artifacts/open.ts"),
        ]);
        const artifacts = await openStore(storePlace(ctx.config));
        const input = { file: args[0] ?? "", withKey: options.withKey === true, version: CLIENT_VERSION };
        const { missingIds, ...made } = await makeBackup({ ...ctx, artifacts }, caller, input);
        const { file, documents, bytes, missing, withKey } = made;
        const shown = { file, documents, artifacts: made.artifacts, bytes, withKey, backupId: made.backupId };
        out.answer({ ...made, missingIds }, fields(shown));
        if (!withKey)
          out.note("The backup does not contain the secret key. Store secret.key (or SVC_SECRET_KEY) separately.");
        // The backup is complete otherwise and is kept, but a timer or script must still learn that something is missing.
        if (missing > 0)
          throw new CliError(
            EXIT.refused,
            "incomplete",
            `${plural(missing, "artifact")} could not be read and ${missing === 1 ? "is" : "are"} not in the backup: ${missingIds.join(", ")}${missing > missingIds.length ? ", …" : ""}. The backup has everything else.`,
          );
      },
    },
  );

  program
    .command("restore")
    .description("restore a backup into an empty data folder and database, before the service starts there")
    .argument("<file>", "the file that backup wrote")
    .option("--json", "print the answer as JSON")
    .action(async (file: string, options: { json?: boolean }) => {
      const out = createOutput(options.json === true);
      const restored = await restore(file, (line) => out.note(line));
      const { key, leftOut, ...shown } = restored;
      out.answer(restored, fields({ ...shown, ...(leftOut > 0 ? { leftOut } : {}) }));
      out.note(KEYS[key]);
    });
}

/** Restores without a session: an empty host has no organisation, and its database may not be running. */
async function restore(file: string, log: (line: string) => void): Promise<Restored> {
  const config = readConfig(process.env);
  const [
    { withDatabaseAlone },
    { DataInUseError },
    { connect },
    { bindModels },
    { restoreBackup },
    { openStore, storePlace },
  ] = await Promise.all([
    import("../../temporal-dev/databaseAlone.ts"),
    import("../../temporal-dev/data-lock.ts"),
    import("../../models/database/connect.ts"),
    import("../../models/index.ts"),
    import("../../api/operations/installation/restoreBackup.ts"),
    import("../../platform/artifacts/open.ts"),
  ]);
  const into = async (mongoUri: string) => {
    const connection = await connect(mongoUri, { dbName: config.mongoDatabase, maxPoolSize: 4 });
    try {
      const host = {
        models: bindModels(connection),
        artifacts: await openStore(storePlace(config)),
        dataDir: path.resolve(config.dataDir),
        configuredSecret: config.secretKey,
        now: () => new Date(),
      };
      return await restoreBackup(host, { file, version: CLIENT_VERSION });
    } finally {
      await connection.close();
    }
  };
  if (config.mongoUri) return into(config.mongoUri);
  return withDatabaseAlone(config.dataDir, log, into).catch((error: unknown) => {
    if (error instanceof DataInUseError)
      throw new CliError(EXIT.refused, "conflict", `Stop the service first: ${messageOf(error)}`);
    throw error;
  });
}
