// The artifact store on S3-compatible storage: `<prefix>/ab/<sha256>`. Loaded only if it is configured, because the SDK is large.
import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { type S3Place, s3PlaceText } from "../../domain/artifactPlace.ts";
import { createS3Client, mustBeConfigured, type RequestTimes } from "./s3Client.ts";
import { type S3Failure, s3CodeOf, s3FailureOf } from "./s3Errors.ts";
import {
  ArtifactDamagedError,
  ArtifactMissingError,
  ArtifactStoreFullError,
  ArtifactStoreRefusedError,
  ArtifactStoreUnavailableError,
  DAMAGED,
  isArtifactId,
  MARK,
  type MarkedStore,
  PROBE,
  sha256,
} from "./store.ts";

/** Times in ms. `giveUp`: for all attempts of one operation. `checkedFor`: how long a successful write proves that others would succeed. */
export type S3Times = RequestTimes & { giveUp: number; checkedFor: number };

/**
 * An activity has at least a minute, and a capture has three attempts: half a minute of each survives a restart of the server. A longer
 * outage fails the attempt, and Temporal retries it.
 */
export const S3_TIMES: S3Times = { connect: 3_000, answer: 10_000, giveUp: 30_000, checkedFor: 10_000 };

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;
/** The slowest acceptable connection, in bytes per millisecond: larger transfers may take longer. */
const SLOWEST = 1_000;

type Work<T> = (send: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<T>;
/** `may`: failures that the caller handles. */
type Operation = { action: string; bytes?: number; may?: readonly S3Failure[] };

/** @throws ConfigError if the AWS_ variables do not define how to reach the bucket */
export async function openS3Store(place: S3Place): Promise<MarkedStore> {
  const client = createS3Client(S3_TIMES);
  await mustBeConfigured(client);
  return createS3Store(place, client);
}

export function createS3Store(place: S3Place, client: S3Client, times: S3Times = S3_TIMES): MarkedStore {
  const at = (name: string) => (place.prefix === "" ? name : `${place.prefix}/${name}`);
  const keyOf = (id: string) => {
    if (!isArtifactId(id)) throw new ArtifactMissingError(id);
    return at(`${id.slice(0, 2)}/${id}`);
  };
  const of = (Key: string) => ({ Bucket: place.bucket, Key });
  const run = <T>(operation: Operation, work: Work<T>) => patiently(place, times, operation, work);

  /** Some servers do not support the condition; because names are hashes of the content, an unconditional write is equivalent. */
  let conditional = true;
  /** Returns false if there already is an object. */
  const putNew = async (key: string, bytes: Uint8Array): Promise<boolean> => {
    const input = { ...of(key), Body: bytes, ContentLength: bytes.length, ChecksumSHA256: checksumOf(bytes) };
    if (conditional)
      try {
        const may = ["exists", "unconditional"] as const;
        await run({ action: "s3:PutObject", bytes: bytes.length, may }, (send) =>
          client.send(new PutObjectCommand({ ...input, IfNoneMatch: "*" }), send),
        );
        return true;
      } catch (error) {
        const failure = s3FailureOf(error);
        if (failure === "exists") return false;
        if (failure !== "unconditional") throw error;
        if (!isConflict(error)) conditional = false;
      }
    await putOver(key, bytes);
    return true;
  };
  const putOver = (key: string, bytes: Uint8Array) => {
    const input = { ...of(key), Body: bytes, ContentLength: bytes.length, ChecksumSHA256: checksumOf(bytes) };
    return run({ action: "s3:PutObject", bytes: bytes.length }, (send) =>
      client.send(new PutObjectCommand(input), send),
    );
  };
  const removeKey = (key: string) =>
    run({ action: "s3:DeleteObject", may: ["missing"] }, (send) =>
      client.send(new DeleteObjectCommand(of(key)), send),
    ).catch((error: unknown) => {
      if (s3FailureOf(error) !== "missing") throw error;
    });
  const read = async (key: string, id: string): Promise<Buffer> => {
    try {
      return await run({ action: "s3:GetObject", may: ["missing"] }, async (send) => {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(of(key)), send);
        return body(Body, ContentLength, send.abortSignal);
      });
    } catch (error) {
      if (s3FailureOf(error) === "missing") throw new ArtifactMissingError(id);
      throw error;
    }
  };
  /** Returns null if there is no such object. */
  const sizeOf = async (key: string): Promise<number | null> => {
    try {
      const found = await run({ action: "s3:GetObject", may: ["missing"] }, (send) =>
        client.send(new HeadObjectCommand(of(key)), send),
      );
      return found.ContentLength ?? 0;
    } catch (error) {
      if (s3FailureOf(error) === "missing") return null;
      throw error;
    }
  };
  const exists = async (key: string): Promise<boolean> => (await sizeOf(key)) !== null;
  /** Returns whether the stored object has the expected size, and no read has found it damaged. */
  const isWhole = async (key: string, size: number): Promise<boolean> => {
    const [found, damaged] = await Promise.all([sizeOf(key), exists(`${key}${DAMAGED}`)]);
    return found === size && !damaged;
  };
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    kind: "s3",
    where: s3PlaceText(place),
    async put(bytes) {
      const id = sha256(bytes);
      const key = keyOf(id);
      if (!(await putNew(key, bytes))) {
        if (await isWhole(key, bytes.length)) return id;
        await putOver(key, bytes);
        // The bytes are stored; if the mark stays, the next write only replaces them once more.
        await removeKey(`${key}${DAMAGED}`).catch(() => undefined);
      }
      checkedAt = performance.now();
      return id;
    },
    async get(id) {
      const bytes = await read(keyOf(id), id);
      if (sha256(bytes) !== id) {
        // Without a mark it stays damaged, but the error is correct anyway.
        await putOver(`${keyOf(id)}${DAMAGED}`, Buffer.alloc(0)).catch(() => undefined);
        throw new ArtifactDamagedError(id);
      }
      return bytes;
    },
    has: async (id) => isArtifactId(id) && exists(keyOf(id)),
    async remove(id) {
      // A damage mark stays: looking for one would cost a request per artifact, and a later `put` of the content removes it.
      if (isArtifactId(id)) await removeKey(keyOf(id));
    },
    async *list(shard = "") {
      let token: string | undefined;
      do {
        const input = { Bucket: place.bucket, Prefix: at(shard), ContinuationToken: token };
        const page = await run({ action: "s3:ListBucket" }, (send) =>
          client.send(new ListObjectsV2Command(input), send),
        );
        for (const { Key = "", Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          const id = Key.slice(-64);
          if (isArtifactId(id) && Key === keyOf(id)) yield { id, bytes: Size, storedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    /** A probe costs a request, so a successful one is valid for some seconds, as is any write. */
    async check() {
      if (performance.now() - checkedAt < times.checkedFor) return;
      const bytes = new Uint8Array([1]);
      const input = { ...of(at(PROBE)), Body: bytes, ContentLength: 1, ChecksumSHA256: checksumOf(bytes) };
      await run({ action: "s3:PutObject" }, (send) => client.send(new PutObjectCommand(input), send));
      checkedAt = performance.now();
    },
    mark: {
      read: () =>
        read(at(MARK), MARK).then(
          (bytes) => bytes.toString("utf8"),
          (error: unknown) => {
            if (error instanceof ArtifactMissingError) return null;
            throw error;
          },
        ),
      async write(text, { replace }) {
        const [key, bytes] = [at(MARK), Buffer.from(text)];
        if (replace) {
          await run({ action: "s3:PutObject" }, (send) =>
            client.send(new PutObjectCommand({ ...of(key), Body: bytes, ContentLength: bytes.length }), send),
          );
          return true;
        }
        // A server that does not support the condition would overwrite it.
        return (await exists(key)) ? false : putNew(key, bytes);
      },
    },
  };
}

const checksumOf = (bytes: Uint8Array): string => Buffer.from(sha256(bytes), "hex").toString("base64");

/** Two writers at the same time; the server does support the condition. */
const isConflict = (error: unknown): boolean => s3CodeOf(error).startsWith("409");

/** A connection that ends in the middle is its own kind of failure, worth a retry. */
async function body(
  stream: { transformToByteArray(): Promise<Uint8Array> } | undefined,
  length: number | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!stream) return Buffer.alloc(0);
  const late = Promise.withResolvers<never>();
  const end = () => late.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  // Remove the listener immediately; otherwise a signal that ends later would hold the bytes until then.
  const bytes = await Promise.race([stream.transformToByteArray(), late.promise]).finally(() =>
    signal.removeEventListener("abort", end),
  );
  if (length !== undefined && bytes.length !== length)
    throw Object.assign(new Error("The body ended early."), { name: "IncompleteBody" });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Retries until it succeeds, fails permanently, or the time is over. */
async function patiently<T>(
  place: S3Place,
  times: S3Times,
  { action, bytes = 0, may = [] }: Operation,
  work: Work<T>,
): Promise<T> {
  const extra = Math.round(bytes / SLOWEST);
  const giveUp = times.giveUp + extra;
  const deadline = performance.now() + giveUp;
  const abortSignal = AbortSignal.timeout(giveUp);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await work({ abortSignal, requestTimeout: times.answer + extra });
    } catch (error) {
      const failure = s3FailureOf(error);
      if (may.includes(failure)) throw error;
      if (failure !== "away") throw lasting(place, action, failure, error);
      if (abortSignal.aborted || performance.now() + pause >= deadline)
        throw new ArtifactStoreUnavailableError(
          `The artifact store did not complete ${action} on the bucket "${place.bucket}" within ${giveUp / 1_000} s (${s3CodeOf(error)}).`,
        );
    }
    // Jitter keeps many clients of the same server from returning at the same moment.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

/** No cause is attached: the SDK's error contains the request, and a broken connection must not be mistaken for the database's. */
function lasting({ bucket }: S3Place, action: string, failure: S3Failure, error: unknown): Error {
  const code = s3CodeOf(error);
  switch (failure) {
    case "full":
      return new ArtifactStoreFullError();
    case "noBucket":
      return new ArtifactStoreRefusedError(
        `The bucket "${bucket}" of the artifact store was not found (${action}): create it, or correct SVC_ARTIFACTS, AWS_REGION and AWS_ENDPOINT_URL.`,
      );
    case "refused":
      return new ArtifactStoreRefusedError(
        `The artifact store refused ${action} on the bucket "${bucket}" (${code}): check the credentials and their permissions for it.`,
      );
    default:
      return new ArtifactStoreUnavailableError(
        `The artifact store failed at ${action} on the bucket "${bucket}" (${code}).`,
      );
  }
}
