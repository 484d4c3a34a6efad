// Behavior that cannot be provoked in a real S3 server.
import { expect } from "chai";
import { isDatabaseAway } from "../../../models/database/databaseAway.ts";
import { createS3Store, S3_TIMES, type S3Times } from "../../../platform/artifacts/s3.ts";
import { createS3Client } from "../../../platform/artifacts/s3Client.ts";
import {
  ArtifactDamagedError,
  ArtifactStoreFullError,
  ArtifactStoreRefusedError,
  ArtifactStoreUnavailableError,
  sha256,
} from "../../../platform/artifacts/store.ts";
import { type FakeS3, fail, startFakeS3 } from "../../support/fakeS3.ts";

const CONTENT = Buffer.from("content");
const ID = sha256(CONTENT);
const KEY = `p/${ID.slice(0, 2)}/${ID}`;
const QUICK: S3Times = { connect: 300, answer: 300, giveUp: 1_000, checkedFor: 10_000 };

describe("the artifact store on an S3 that is not as it should be", () => {
  let fake: FakeS3;
  beforeEach(async () => {
    fake = await startFakeS3();
  });
  afterEach(() => fake.close());
  const open = (times: S3Times = S3_TIMES, bucket = fake.bucket) =>
    createS3Store({ bucket, prefix: "p" }, createS3Client(times, fake.client), times);
  const errorOf = async (work: Promise<unknown>): Promise<Error> => {
    const thrown = await work.then(
      () => new Error("nothing was thrown"),
      (error: Error) => error,
    );
    expect(`${thrown.message} ${JSON.stringify(thrown)}`, "no key, no secret").not.to.match(/AKIA|very-secret/);
    expect(thrown.cause).to.equal(undefined);
    return thrown;
  };

  for (const [status, code, type, words] of [
    [507, "InsufficientStorage", ArtifactStoreFullError, /disk is full/],
    [400, "QuotaExceeded", ArtifactStoreFullError, /disk is full/],
    [403, "QuotaExceeded", ArtifactStoreFullError, /disk is full/],
    [409, "XMinioStorageFull", ArtifactStoreFullError, /disk is full/],
    [
      403,
      "AccessDenied",
      ArtifactStoreRefusedError,
      /refused s3:PutObject on the bucket "artifacts" \(403 AccessDenied\)/,
    ],
    [403, "InvalidAccessKeyId", ArtifactStoreRefusedError, /\(403 InvalidAccessKeyId\)/],
    [404, "NoSuchBucket", ArtifactStoreRefusedError, /bucket "artifacts" .* not found \(s3:PutObject\)/],
    [400, "InvalidRequest", ArtifactStoreUnavailableError, /failed at s3:PutObject on the bucket "artifacts" \(400/],
  ] as const)
    it(`says ${status} ${code} in a sentence`, async () => {
      fake.trouble = (_, res) => fail(res, status, code);
      const error = await errorOf(open().put(CONTENT));
      expect(error).to.be.instanceOf(type);
      expect(error.message).to.match(words);
      expect(await errorOf(open().check())).to.be.instanceOf(type);
    });

  it("says 403 of an answer without a body", async () => {
    fake.trouble = (_, res) => {
      res.writeHead(403).end();
      return true;
    };
    expect((await errorOf(open().has(ID))).message).to.match(/refused s3:GetObject on the bucket "artifacts" \(403/);
  });

  it("gives up on a server that does not answer, in a bounded time, and not as if the database were away", async () => {
    fake.trouble = () => true;
    const error = await errorOf(open(QUICK).get(ID));
    expect(error).to.be.instanceOf(ArtifactStoreUnavailableError);
    expect(error.message).to.match(/did not complete s3:GetObject on the bucket "artifacts" within 1 s/);
    expect(isDatabaseAway(error)).to.equal(false);
  });

  it("gives up on a body that stops in the middle", async () => {
    await open().put(CONTENT);
    fake.trouble = ({ method }, res) => {
      if (method !== "GET") return false;
      res.writeHead(200, { "content-length": CONTENT.length });
      res.write("con");
      return true;
    };
    expect(await errorOf(open(QUICK).get(ID))).to.be.instanceOf(ArtifactStoreUnavailableError);
  });

  it("gives up on a port where nothing listens", async () => {
    await fake.close();
    // Enough time to receive the rejection on a busy machine.
    const error = await errorOf(open({ ...QUICK, connect: 2_000, giveUp: 3_000 }).put(CONTENT));
    expect(error.message).to.match(/within 3 s \(ECONNREFUSED\)/);
    expect(isDatabaseAway(error)).to.equal(false);
    fake = await startFakeS3();
  });

  for (const [what, trouble] of [
    ["is busy", (res) => fail(res, 503, "SlowDown")],
    ["fails inside", (res) => fail(res, 500, "InternalError")],
    ["breaks the connection", (res) => Boolean(res.destroy())],
  ] as [string, (res: import("node:http").ServerResponse) => boolean][])
    it(`tries again when the server ${what}`, async () => {
      let left = 4;
      fake.trouble = (_, res) => left-- > 0 && trouble(res);
      const store = open();
      expect(await store.put(CONTENT)).to.equal(ID);
      left = 4;
      expect(await store.get(ID)).to.deep.equal(CONTENT);
    });

  it("reads again what was cut off", async () => {
    await open().put(CONTENT);
    let cut = true;
    fake.trouble = ({ method }, res) => {
      if (method !== "GET" || !cut) return false;
      cut = false;
      res.writeHead(200, { "content-length": CONTENT.length });
      res.write("con", () => res.destroy());
      return true;
    };
    expect(await open().get(ID)).to.deep.equal(CONTENT);
  });

  it("asks for nothing before a write, writes under the condition, and asks two HEADs of what is there", async () => {
    const store = open();
    await store.put(CONTENT);
    expect(fake.asked).to.deep.equal([{ method: "PUT", key: KEY, conditional: true }]);
    await store.put(CONTENT);
    const asked = fake.asked.slice(1).map(({ method, key, conditional }) => [method, key, conditional]);
    expect(asked[0]).to.deep.equal(["PUT", KEY, true]);
    expect(asked.slice(1)).to.have.deep.members([
      ["HEAD", KEY, false],
      ["HEAD", `${KEY}.damaged`, false],
    ]);
  });

  it("leaves a mark of damage for another process, whose write replaces the bytes and removes it", async () => {
    await open().put(CONTENT);
    const damaged = Buffer.alloc(CONTENT.length);
    fake.objects.set(KEY, { bytes: damaged, at: new Date() });
    await open().put(CONTENT);
    expect(fake.objects.get(KEY)?.bytes, "nobody has read it").to.deep.equal(damaged);
    expect(await errorOf(open().get(ID))).to.be.instanceOf(ArtifactDamagedError);
    expect([...fake.objects.keys()].sort()).to.deep.equal([KEY, `${KEY}.damaged`]);
    await open().put(CONTENT);
    expect([...fake.objects].map(([key, { bytes }]) => [key, bytes])).to.deep.equal([[KEY, CONTENT]]);
  });

  it("says what is damaged also where the mark is refused", async () => {
    fake.objects.set(KEY, { bytes: Buffer.from("other"), at: new Date() });
    fake.trouble = ({ method }, res) => method === "PUT" && fail(res, 403, "AccessDenied");
    expect(await errorOf(open().get(ID))).to.be.instanceOf(ArtifactDamagedError);
  });

  it("learns once that a server does not know the condition, and writes over what two wrote at once", async () => {
    const store = open();
    fake.trouble = ({ conditional }, res) => conditional && fail(res, 501, "NotImplemented");
    await store.put(CONTENT);
    await store.put(Buffer.from("more"));
    expect(fake.asked.map(({ conditional }) => conditional)).to.deep.equal([true, false, false]);
    fake.asked.length = 0;
    fake.trouble = ({ conditional }, res) => conditional && fail(res, 409, "ConditionalRequestConflict");
    const other = open();
    for (const text of ["a", "b"]) await other.put(Buffer.from(text));
    expect(fake.asked.map(({ conditional }) => conditional)).to.deep.equal([true, false, true, false]);
  });

  it("checks with one write, and not again for some seconds", async () => {
    const store = open();
    await store.check();
    await store.check();
    expect(fake.asked).to.have.length(1);
    const always = open({ ...S3_TIMES, checkedFor: 0 });
    await always.check();
    await always.check();
    expect(fake.asked).to.have.length(3);
  });
});
