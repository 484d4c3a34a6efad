import { expect } from "chai";
import { parseS3Place, s3PlaceText } from "../../domain/artifactPlace.ts";
import { ConfigError, readConfig } from "../../domain/config.ts";

describe("a place in S3", () => {
  for (const [raw, bucket, prefix] of [
    ["s3://my-bucket", "my-bucket", ""],
    ["s3://my-bucket/", "my-bucket", ""],
    ["s3://my.bucket/plumbline", "my.bucket", "plumbline"],
    ["s3://b22/teams/web-shop/", "b22", "teams/web-shop"],
  ] as const)
    it(`is read: ${raw}`, () => {
      const place = { bucket, prefix };
      expect(parseS3Place(raw)).to.deep.equal(place);
      expect(parseS3Place(s3PlaceText(place))).to.deep.equal(place);
    });

  for (const [raw, words] of [
    ["my-bucket", "must be s3://BUCKET"],
    ["https://s3.example/my-bucket", "must be s3://BUCKET"],
    ["s3://", "must be s3://BUCKET"],
    ["s3://No", "must be s3://BUCKET"],
    ["s3://bucket/a//b", "has a prefix"],
    ["s3://bucket/../other", "has a prefix"],
    ["s3://bucket/a b", "has a prefix"],
    [`s3://bucket/${"a".repeat(501)}`, "has a prefix"],
  ] as const)
    it(`is refused: ${raw.slice(0, 40)}`, () => {
      const wrong = parseS3Place(raw);
      expect(Array.isArray(wrong) && wrong.join()).to.contain(words);
      expect(() => readConfig({ SVC_ARTIFACTS: raw }))
        .to.throw(ConfigError)
        .with.property("problems")
        .that.deep.equals([`SVC_ARTIFACTS ${(wrong as string[]).join()}`]);
    });
});
