// Creates the client of S3-compatible storage from the AWS_ variables.
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { ConfigError } from "../../domain/config.ts";

/** Attempts of the SDK itself, with its back-off: for a lost packet or a busy server. */
const SDK_ATTEMPTS = 3;
/** Self-hosted servers have no regions, and accept this name in signatures. */
const USUAL_REGION = "us-east-1";

/** Maximum duration of connecting and of one request, in ms. */
export type RequestTimes = { connect: number; answer: number };

export function createS3Client({ connect, answer }: RequestTimes, given: S3ClientConfig = {}): S3Client {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION } = process.env;
  const own = AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL;
  return new S3Client({
    maxAttempts: SDK_ATTEMPTS,
    requestHandler: { connectionTimeout: connect, requestTimeout: answer, throwOnRequestTimeout: true },
    // The content is its own checksum: SHA-256 is sent with writes and compared after reads.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(own ? { forcePathStyle: true } : {}),
    ...(own && !AWS_REGION ? { region: USUAL_REGION } : {}),
    ...given,
  });
}

const ASKED = [
  { ask: ({ config }: S3Client) => config.region(), variables: "AWS_REGION" },
  { ask: ({ config }: S3Client) => config.credentials(), variables: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" },
];

/** @throws ConfigError naming the variables without which no request can be made */
export async function mustBeConfigured(client: S3Client): Promise<void> {
  const problems: string[] = [];
  for (const { ask, variables } of ASKED)
    await ask(client).catch(() => problems.push(`SVC_ARTIFACTS is an S3 bucket, which needs ${variables}`));
  if (problems.length > 0) throw new ConfigError(problems);
}
