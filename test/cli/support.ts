// Shared setup for tests of administrative operations and commands: a database, the operator, and a movable clock.
import { ulid } from "ulid";
import type { AdminContext } from "../../api/lib/admin.ts";
import type { Caller } from "../../api/lib/context.ts";
import { ensureDefaultOrganisation } from "../../api/operations/people/ensureDefaultOrganisation.ts";
import { readConfig } from "../../domain/config.ts";
import { ProductError } from "../../domain/errors.ts";
import { nameDatabase } from "../../models/installations/queries.ts";
import { openDatabase, testMongoUri } from "../support/database.ts";
import { testSealer } from "../support/sealer.ts";

export type TestDatabase = {
  uri: string;
  name: string;
  ctx: AdminContext;
  operator: Caller;
  logged: string[];
  /** Sets the clock that operations use. */
  setNow(time: Date | null): void;
};

/** Registers hooks: an empty database for each test, with the default organisation unless it has no indexes. */
export function useDatabase(options: { indexes?: boolean } = {}): TestDatabase {
  const database = {} as TestDatabase;
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  // The very first test may have to build the database.
  before(async function () {
    this.timeout(300_000);
    await testMongoUri();
  });
  beforeEach(async () => {
    opened = await openDatabase(undefined, options);
    const { uri, models } = opened;
    const logged: string[] = [];
    let now: Date | null = null;
    const ctx: AdminContext = {
      config: readConfig({}),
      models,
      sealer: testSealer(),
      log: (level, message, fields) => logged.push(JSON.stringify({ level, message, fields })),
      now: () => now ?? new Date(),
      ulid,
    };
    Object.assign(database, { uri, ctx, logged, setNow: (time: Date | null) => (now = time) });
    Object.defineProperty(database, "name", { get: () => opened.name, configurable: true });
    if (options.indexes === false) return;
    await nameDatabase(models, null);
    const organisation = await ensureDefaultOrganisation(ctx);
    database.operator = { kind: "operator", orgId: organisation._id };
  });
  afterEach(() => opened.drop());
  return database;
}

/** Returns the ProductError with which a promise rejects; anything else fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<ProductError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ProductError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
