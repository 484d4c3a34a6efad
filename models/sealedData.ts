// The data sealed with the installation's secret, and the secret itself.
import { hostname } from "node:os";
import { createSealer, SealError, type Sealer } from "../platform/sealing.ts";
import { makeSecretFile, readSecretFile, SecretKeyError } from "../platform/secretKey.ts";
import { deriveSecret } from "../platform/secrets.ts";
import type { Models } from "./index.ts";
import { ONLY } from "./installations/schema.ts";

/** Returns one sealed text of each kind that exists. */
export async function sealedTexts({
  commentHooks,
  environments,
  notificationChannels,
  projects,
}: Models): Promise<string[]> {
  const [environment, channel, project, hook] = await Promise.all([
    environments.findOne({ sealedAccess: { $ne: null } }, { sealedAccess: 1 }).lean(),
    notificationChannels.findOne({ sealed: { $ne: null } }, { sealed: 1 }).lean(),
    projects.findOne({ sealedTickets: { $ne: null } }, { sealedTickets: 1 }).lean(),
    commentHooks.findOne({}, { sealedSecret: 1 }).lean(),
  ]);
  return [environment?.sealedAccess, channel?.sealed, project?.sealedTickets, hook?.sealedSecret].filter(
    (text) => typeof text === "string",
  );
}

type Opening = { models: Models; configured: string | null; dataDir: string; host?: string };

/**
 * Returns the secret of the installation: `configured` (SVC_SECRET_KEY), otherwise that of the data folder. The folder's secret is created
 * unless another machine (`host` is this one's name) has it, or the database already holds sealed data, none of which a new secret could
 * open. The first file that is seen must open what is sealed. Throws SecretKeyError with the way to fix it.
 */
export async function openSecretKey({ models, configured, dataDir, host = hostname() }: Opening): Promise<string> {
  if (configured !== null) {
    // A configured secret always wins; this is how a lost secret is replaced.
    await noteSecret(models, { secretMark: markOf(configured), secretHost: null });
    return configured;
  }
  const kept = await readSecretFile(dataDir);
  if (kept === null) {
    if ((await sealedTexts(models)).length > 0) await requireFile(dataDir);
    await requireOwn(models, null, { host, dataDir });
  }
  const secret = kept ?? (await makeSecretFile(dataDir));
  const secretMark = markOf(secret);
  await requireOwn(models, secretMark, { host, dataDir });
  await requireOpens(models, secret, dataDir);
  // If two machines start at the same time, the second finds the first one's secret.
  await noteSecret(models, { secretMark, secretHost: host }, { unlessOf: host });
  await requireOwn(models, secretMark, { host, dataDir });
  return secret;
}

/** Another process may have created the file, and sealed data with it, since the folder was checked. */
async function requireFile(dataDir: string): Promise<void> {
  if ((await readSecretFile(dataDir)) !== null) return;
  throw new SecretKeyError(
    `The database contains sealed access data, but its secret is missing: ${dataDir} has no secret.key. Restore the file from a backup, or set SVC_SECRET_KEY to the secret that the data was stored with (the same for every process). If it is lost, set SVC_SECRET_KEY to a new one of at least 32 characters: sealed data must then be deleted and entered again.`,
  );
}

/** As long as the installation's secret is not recorded, what was sealed with it decides. */
async function requireOpens(models: Models, secret: string, dataDir: string): Promise<void> {
  const found = await models.installations.findById(ONLY, { secretMark: 1 }).lean<Partial<Noted>>();
  if (found?.secretMark) return;
  const texts = await sealedTexts(models);
  if (texts.length === 0) return;
  const sealer = createSealer(secret);
  // One is enough, because after a change of the secret some texts may be sealed with the earlier one.
  if (texts.some((text) => canOpen(sealer, text))) return;
  throw new SecretKeyError(
    `The access data in the database was not sealed with secret.key of ${dataDir}: another machine has the secret of the installation, or it was set as SVC_SECRET_KEY. Set SVC_SECRET_KEY to that secret for every API and worker. If it is lost, set SVC_SECRET_KEY to the text of ${dataDir}/secret.key: sealed data must then be deleted and entered again.`,
  );
}

function canOpen(sealer: Sealer, text: string): boolean {
  try {
    sealer.open(text);
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

type Noted = { secretMark: string; secretHost: string | null };

const markOf = (secretKey: string): string =>
  deriveSecret({ secretKey }, "telling it apart").toString("hex").slice(0, 32);

/** `unlessOf`: only if no secret is recorded, or this machine recorded it. */
async function noteSecret(models: Models, noted: Noted, { unlessOf }: { unlessOf?: string } = {}): Promise<void> {
  const free = unlessOf === undefined ? {} : { $or: [{ secretMark: null }, { secretHost: unlessOf }] };
  await models.installations.updateOne({ _id: ONLY, ...free }, { $set: noted });
}

/** `mark`: of this machine's secret, or null if it has none. */
async function requireOwn(
  models: Models,
  mark: string | null,
  { host, dataDir }: { host: string; dataDir: string },
): Promise<void> {
  const found = await models.installations.findById(ONLY, { secretMark: 1, secretHost: 1 }).lean<Partial<Noted>>();
  if (!found?.secretMark || found.secretMark === mark || found.secretHost === host) return;
  const whose = found.secretHost ? `was created on ${found.secretHost}` : "is set in SVC_SECRET_KEY";
  const what = mark === null ? "no secret" : "another secret";
  throw new SecretKeyError(
    `This machine has ${what} (secret.key of ${dataDir}); the secret of the installation ${whose}. Set SVC_SECRET_KEY to the same text for every API and worker.`,
  );
}
