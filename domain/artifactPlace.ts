// Where artifacts are kept: a bucket of S3-compatible storage, or files.

/** `prefix` without slashes at its ends; empty: the bucket's top. */
export type S3Place = { bucket: string; prefix: string };

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that S3 calls safe in a key. */
const SEGMENT = /^[A-Za-z0-9!_.*'()-]+$/;
const MAX_PREFIX = 500;

/** Reads `s3://bucket` or `s3://bucket/prefix`; a list is what is wrong with it. */
export function parseS3Place(raw: string): S3Place | string[] {
  const [, bucket = "", rest = ""] = /^s3:\/\/([^/]*)\/?(.*)$/.exec(raw) ?? [];
  if (!BUCKET.test(bucket))
    return [
      "must be s3://BUCKET or s3://BUCKET/PREFIX; a bucket's name has 3 to 63 lower-case letters, digits, - and .",
    ];
  const prefix = rest.replace(/\/+$/, "");
  if (prefix === "") return { bucket, prefix };
  const segments = prefix.split("/");
  if (prefix.length > MAX_PREFIX || segments.some((one) => !SEGMENT.test(one) || one === "." || one === ".."))
    return ["has a prefix that is not made of letters, digits and ! _ . * ' ( ) - between single slashes"];
  return { bucket, prefix };
}

export const s3PlaceText = ({ bucket, prefix }: S3Place): string =>
  prefix === "" ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
