// Location of the artifacts: a bucket in S3-compatible storage, or files.

/** `prefix` has no leading or trailing slash; an empty prefix is the root of the bucket. */
export type S3Place = { bucket: string; prefix: string };

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that S3 documents as safe in object keys. */
const SEGMENT = /^[A-Za-z0-9!_.*'()-]+$/;
const MAX_PREFIX = 500;

/** Parses `s3://bucket` or `s3://bucket/prefix`. Returns a list of problems if the text is not valid. */
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
