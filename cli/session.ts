// Runs one command on the database: opens it, acts as the operator, closes it.
import type { AdminContext } from "../api/lib/admin.ts";
import type { Caller } from "../api/lib/context.ts";
import { readConfig } from "../domain/config.ts";
import { DATA_VERSION } from "../domain/dataVersion.ts";
import { mongoHosts } from "../domain/mongoHosts.ts";
import packageFile from "../package.json" with { type: "json" };
import type { Sealer } from "../platform/sealing.ts";
import { findPlace, type Place, readSecretKey } from "./connection.ts";
import { describe } from "./describe.ts";
import { CliError, EXIT } from "./exit.ts";

export type Session = {
  ctx: AdminContext;
  caller: Caller;
  /** URL of the service, for links that are passed on to people. */
  baseUrl: string;
};

/** Does the work as the operator of the installation's organisation. Heavy modules are imported here so that --help stays fast. */
export async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const place = findPlace(config);
  const [
    { connect },
    models,
    { nameDatabase },
    { requireWholeDatabase, RestoreUnfinishedError },
    { checkData },
    { hasOrganisations },
    { ulid },
    { createSealer },
    { ensureDefaultOrganisation },
  ] = await Promise.all([
    import("../models/database/connect.ts"),
    import("../models/index.ts"),
    import("../models/installations/queries.ts"),
    import("../models/restores/queries.ts"),
    import("../models/installations/dataState.ts"),
    import("../models/organisations/queries.ts"),
    import("ulid"),
    import("../platform/sealing.ts"),
    import("../api/operations/people/ensureDefaultOrganisation.ts"),
  ]);
  const connection = await open(connect, place);
  try {
    const ctx: AdminContext = {
      config,
      models: models.bindModels(connection),
      sealer: lazySealer(() => createSealer(readSecretKey(config, place))),
      log: (level, message) => {
        if (level === "error" || level === "warn") process.stderr.write(`${level}: ${message}\n`);
      },
      now: () => new Date(),
      ulid,
    };
    await requireWholeDatabase(ctx.models).catch((error: unknown) => {
      throw error instanceof RestoreUnfinishedError
        ? new CliError(EXIT.refused, "restore_unfinished", error.message)
        : error;
    });
    // Uniqueness is enforced by indexes, so a database that no service has opened yet gets them before the first write.
    if (!(await hasOrganisations(ctx.models))) {
      await models.ensureIndexes(ctx.models);
      await nameDatabase(ctx.models, config.queuePrefix);
    }
    const { version } = await checkData(ctx.models, mongoHosts(place.mongoUri), packageFile.version);
    if (version < DATA_VERSION) throw new CliError(EXIT.refused, "conflict", olderData(version));
    const organisation = await ensureDefaultOrganisation(ctx);
    const baseUrl = config.publicUrl ?? place.apiUrl ?? `http://${config.host}:${config.port}`;
    return await work({ ctx, caller: { kind: "operator", orgId: organisation._id }, baseUrl });
  } finally {
    await connection.close();
  }
}

/** Commands only work on migrated data. */
const olderData = (version: number): string =>
  `The data has version ${version} and this Plumbline works on version ${DATA_VERSION}: start the service, which migrates it, and try again.`;

async function open(connect: typeof import("../models/database/connect.ts").connect, place: Place) {
  try {
    return await connect(place.mongoUri, { dbName: place.mongoDatabase, maxPoolSize: 4 });
  } catch (error) {
    throw new CliError(
      EXIT.unavailable,
      "unavailable",
      `The database at ${mongoHosts(place.mongoUri)} cannot be used (${describe(error)}). Is the service running? "npm start" starts it.`,
    );
  }
}

/** Deriving the key takes time, and most commands do not need it. */
function lazySealer(make: () => Sealer): Sealer {
  let sealer: Sealer | undefined;
  const get = () => {
    sealer ??= make();
    return sealer;
  };
  return { seal: (plain) => get().seal(plain), open: (sealed) => get().open(sealed) };
}
