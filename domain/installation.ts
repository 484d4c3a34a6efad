// An installation is one database with its screenshots, API and workers. Servers and data of another installation are refused, with its
// name.

/** Stored in the database, so that the API and the workers on several hosts agree on it. */
export type Installation = { id: string; queuePrefix: string };

/** Thrown if a server at the configured address belongs to another installation. `message` is for the log, `plain` for any reader. */
export class StrangerError extends Error {
  override readonly name = "StrangerError";
  readonly plain: string;
  constructor(message: string, plain: string) {
    super(message);
    this.plain = plain;
  }
}

/** Queue prefix of an installation that is older than installation ids: its runs wait in queues without a prefix. */
export const OLD_PREFIX = "";
export const prefixOf = (id: string): string => `${id.slice(0, 8)}-`;

/** Keys of a Temporal namespace's data: the owner of the whole server, and the user of the queues with one prefix. */
export const OWNER_MARK = "plumbline.owner";
export const userMark = (queuePrefix: string): string => `plumbline.user.${queuePrefix}`;

/**
 * `own`: this installation runs the server, and the server is new. `require`: this installation runs the server, which must have its mark.
 * `claim`: the server may be shared, but the queues with our prefix are ours. `ignore`: any server is accepted.
 */
export const MARK_MODES = ["claim", "require", "ignore"] as const;
export type MarkMode = (typeof MARK_MODES)[number] | "own";

export type NamespaceVerdict =
  | { is: "ours" }
  | { is: "free"; claim: string }
  | { is: "stranger"; owner: string | null; shared: boolean };

/** Decides which installation a namespace with this data belongs to. */
export function judgeNamespace(data: Record<string, string>, us: Installation, mode: MarkMode): NamespaceVerdict {
  if (mode === "ignore") return { is: "ours" };
  const owner = data[OWNER_MARK];
  if (owner !== undefined) return owner === us.id ? { is: "ours" } : { is: "stranger", owner, shared: false };
  if (mode === "own") return { is: "free", claim: OWNER_MARK };
  if (mode === "require") return { is: "stranger", owner: null, shared: false };
  const user = data[userMark(us.queuePrefix)];
  if (user === undefined) return { is: "free", claim: userMark(us.queuePrefix) };
  return user === us.id ? { is: "ours" } : { is: "stranger", owner: user, shared: true };
}

/** Returns the error for a Temporal server of another installation. */
export function strangeTemporal(
  where: string,
  us: Installation,
  verdict: { owner: string | null; shared: boolean },
): StrangerError {
  const whose =
    verdict.owner === null ? "has no installation mark, so it is not" : `belongs to installation ${verdict.owner}, not`;
  const users = verdict.shared ? ` (its queues with the prefix "${us.queuePrefix}")` : "";
  const advice = verdict.shared
    ? "give each installation its own SVC_QUEUE_PREFIX"
    : "another program took the port, or TEMPORAL_ADDRESS is wrong";
  const to = verdict.owner === null ? `that of installation ${us.id}` : `to ${us.id}`;
  return new StrangerError(
    `Temporal at ${where}${users} ${whose} ${to}: ${advice}`,
    `Temporal${users} ${whose} ${to}.`,
  );
}

/** Returns the error for a database of another installation; `found` is null if it contains no installation. */
export function strangeDatabase(where: string, expected: string, found: string | null): StrangerError {
  const whose =
    found === null
      ? `no longer contains an installation; it belonged to ${expected}`
      : `belongs to installation ${found}, not to ${expected}`;
  return new StrangerError(
    `The database at ${where} ${whose}: set MONGODB_URI, SVC_MONGO_DATABASE and SVC_DATA_DIR to the same installation`,
    `The database ${whose}.`,
  );
}
