// One installation is one database with its pictures, its API and its workers. What belongs to another one is refused by name.

/** Kept in the database: API and workers on several hosts agree on it. */
export type Installation = { id: string; queuePrefix: string };

/** A server that is reached under our address and is not ours. `message` is for the log, `plain` for anyone. */
export class StrangerError extends Error {
  override readonly name = "StrangerError";
  readonly plain: string;
  constructor(message: string, plain: string) {
    super(message);
    this.plain = plain;
  }
}

/** Of an installation whose database was there before installations had names: its runs wait in queues without a prefix. */
export const OLD_PREFIX = "";
export const prefixOf = (id: string): string => `${id.slice(0, 8)}-`;

/** Keys of a namespace's data in Temporal: whose server it is altogether, and who uses the queues of one prefix. */
export const OWNER_MARK = "plumbline.owner";
export const userMark = (queuePrefix: string): string => `plumbline.user.${queuePrefix}`;

/**
 * `own`: the server is run by this installation, and new; `require`: by it, and it must bear its mark; `claim`: it may be
 * shared, and the queues of our prefix are ours; `ignore`: whatever answers is used.
 */
export const MARK_MODES = ["claim", "require", "ignore"] as const;
export type MarkMode = (typeof MARK_MODES)[number] | "own";

export type NamespaceVerdict =
  | { is: "ours" }
  | { is: "free"; claim: string }
  | { is: "stranger"; owner: string | null; shared: boolean };

/** Whose is a namespace with this data? */
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

/** What to say of a Temporal that is a stranger's. */
export function strangeTemporal(
  where: string,
  us: Installation,
  verdict: { owner: string | null; shared: boolean },
): StrangerError {
  const whose =
    verdict.owner === null
      ? "bears the mark of no installation, so it is not"
      : `belongs to installation ${verdict.owner}, not`;
  const users = verdict.shared ? ` (its queues with the prefix "${us.queuePrefix}")` : "";
  const advice = verdict.shared
    ? "give each installation a SVC_QUEUE_PREFIX of its own"
    : "another program took the port, or TEMPORAL_ADDRESS is wrong";
  const to = verdict.owner === null ? `that of installation ${us.id}` : `to ${us.id}`;
  return new StrangerError(
    `Temporal at ${where}${users} ${whose} ${to}: ${advice}`,
    `Temporal${users} ${whose} ${to}.`,
  );
}

/** What to say of a database that is a stranger's; null: it holds no installation. */
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
