// The names of the tests' databases, and their removal from a server that is not the tests' own.
import { ulid } from "ulid";
import { connect } from "../../models/database/connect.ts";

/** How the names of this run's databases begin. */
export const TEST_DATABASES = process.env.PLUMBLINE_TEST_DATABASES ?? `test_${ulid().toLowerCase().slice(-8)}_`;

/** Removes every database whose name begins so. */
export async function dropTestDatabases(uri: string, prefix: string = TEST_DATABASES): Promise<void> {
  const connection = await connect(uri);
  try {
    const { databases } = await connection.listDatabases();
    for (const { name } of databases) if (name.startsWith(prefix)) await connection.useDb(name).dropDatabase();
  } finally {
    await connection.close();
  }
}
