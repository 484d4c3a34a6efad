// Temporal is ready when it answers for the namespace; then it gets the search attributes that Plumbline uses.
import { Connection } from "@temporalio/client";

/** Search attributes of every run, for lists and filters in the Temporal UI. All of type Keyword. */
export const searchAttributes = ["PlumblineProject", "PlumblineRunType", "PlumblineEnvironment", "PlumblineVerdict"];

const keyword = 2; // temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
const callMs = 3_000;

/**
 * Asks the server for the namespace's search attributes and adds the missing ones (start-dev takes them as flags too,
 * but ignores those on a database file that exists).
 * @param address host:port
 * @throws Error while the server or the namespace is not there
 */
export async function prepareTemporal(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: callMs });
  try {
    await connection.withDeadline(Date.now() + callMs, async () => {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      const missing = searchAttributes.filter((name) => customAttributes?.[name] === undefined);
      if (missing.length === 0) return;
      const wanted = Object.fromEntries(missing.map((name) => [name, keyword]));
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: wanted });
    });
  } finally {
    await connection.close();
  }
}
