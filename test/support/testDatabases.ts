// Names of the test databases, and their removal from a server that the tests did not start.
import { ulid } from "ulid";
import { connect } from "../../models/database/connect.ts";

/** Name prefix of this run's databases. */
export const TEST_DATABASES = process.env.PLUMBLINE_TEST_DATABASES ?? `test_${ulid().toLowerCase().slice(-8)}_`;

/** Drops every database whose name starts with the prefix. */
export async function dropTestDatabases(uri: string, prefix: string = TEST_DATABASES): Promise<void> {
  const connection = await connect(uri);
  try {
    const { databases } = await connection.listDatabases();
    for (const { name } of databases) if (name.startsWith(prefix)) await connection.useDb(name).dropDatabase();
  } finally {
    await connection.close();
  }
}
