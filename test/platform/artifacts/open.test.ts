// The S3 SDK is loaded only if a bucket is configured, so that a store on files does not cost its time and memory.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { openStore, storePlace } from "../../../platform/artifacts/open.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SDK = /^import (?!type)[^;]*? from "(?:@aws-sdk\/[^"]+|[^"]*\/s3(?:Client)?\.ts)";/gm;

describe("the SDK of S3", () => {
  it("is imported by nothing that is loaded for files", async () => {
    const users: string[] = [];
    for await (const file of glob("{api,workers,activities,models,platform,domain,cli,temporal-dev}/**/*.ts", {
      cwd: ROOT,
    }))
      if (readFileSync(path.join(ROOT, file), "utf8").match(SDK)) users.push(file);
    expect(users.sort()).to.deep.equal(["platform/artifacts/s3.ts", "platform/artifacts/s3Client.ts"]);
  });

  it("is not needed to open files, which are the choice without a bucket", async () => {
    expect(storePlace({ artifacts: null, dataDir: "/data" })).to.equal("/data/artifacts");
    const bucket = { bucket: "b", prefix: "" };
    expect(storePlace({ artifacts: bucket, dataDir: "/data" })).to.equal(bucket);
    expect((await openStore("/data/artifacts")).kind).to.equal("files");
  });
});
