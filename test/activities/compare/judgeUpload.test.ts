// The verdict on an uploaded screenshot while its test waits: the same as in the run, without writing anything.
import { expect } from "chai";
import sharp from "sharp";
import { type ComparePool, createComparePool } from "../../../activities/compare/engine/pool.ts";
import { createJudgeUploadActivities } from "../../../activities/compare/judgeUpload.ts";
import { storeMap } from "../../../activities/storeMap.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import { promote } from "../../../models/baselines/promote.ts";
import type { Upload } from "../../../models/uploads/schema.ts";
import { uploadIdOf } from "../../../models/uploads/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

const RENDERER = { browser: "chromium", version: "140", platform: "linux-x64", fonts: "of the test runner" };
const PRICE = { x: 4, y: 4, width: 20, height: 12 };

describe("an uploaded screenshot that is compared at once", () => {
  let world: ActivityWorld;
  let pictures: ComparePool;
  before(async () => {
    pictures = createComparePool({ threads: 1 });
    world = await openActivityWorld({ pictures });
    await world.addAuditRun("run_1", { type: "vrt-test", branch: "main" });
  });
  after(async () => {
    await pictures.close();
    await world.close();
  });

  const picture = async (price: string) => {
    const part = { create: { width: PRICE.width, height: PRICE.height, channels: 3 as const, background: price } };
    const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#fff" } })
      .composite([{ input: await sharp(part).png().toBuffer(), left: PRICE.x, top: PRICE.y }])
      .png()
      .toBuffer();
    return { png, artifactId: await world.artifacts.put(png) };
  };
  /** A page with a single price. */
  const mapOf = (text: string) => {
    const element = {
      tag: "p",
      id: "price",
      classes: [],
      attrs: {},
      selector: "#price",
      role: "",
      image: "",
      styles: {},
    };
    const map: PageMap = {
      v: 2,
      width: 80,
      height: 60,
      title: "Shop",
      elements: [{ ...element, parent: -1, textHash: text, text, box: PRICE }],
      cut: false,
      ruleBoxes: {},
    };
    return storeMap(world.deps, { projectId: "prj_shop", map });
  };
  const upload = async (name: string, colour: string, text: string): Promise<string> => {
    const { png, artifactId } = await picture(colour);
    const one: Upload = {
      _id: uploadIdOf("run_1", name, "desktop", "chromium"),
      runId: "run_1",
      projectId: "prj_shop",
      scenarioId: `scn_${name}`,
      label: name,
      viewport: { name: "desktop", width: 80, height: 60, scale: 1, mobile: false },
      browser: "chromium",
      url: "https://shop.example/",
      test: "shop.spec.ts › price",
      artifactId,
      mapId: await mapOf(text),
      bytes: png.length,
      width: 80,
      height: 60,
      renderer: RENDERER,
      stable: true,
      at: world.deps.now(),
    };
    await world.models.uploads.create(one);
    return one._id;
  };
  const accept = async (name: string, colour: string, text: string, branch = "main") => {
    const { png, artifactId } = await picture(colour);
    await promote(world.models, {
      key: {
        projectId: "prj_shop",
        environmentId: "env_prod",
        scenarioId: `scn_${name}`,
        selector: "",
        viewport: "desktop",
        browser: "chromium",
        branch,
      },
      picture: {
        artifactId,
        mapId: await mapOf(text),
        frameSha256: sha256(png),
        pixelSha256: await pictures.pixelHash(png),
        width: 80,
        height: 60,
        renderer: RENDERER,
      },
      by: "ann@shop.example",
      how: "approve",
      fromRunId: null,
      fromShotId: null,
      at: world.deps.now(),
      id: `bsv_${name}_${branch}`,
      origin: { comparedWith: branch === "main" ? null : `bsv_${name}_main` },
    });
  };
  const judge = (uploadId: string) =>
    withActivity(() => createJudgeUploadActivities(world.deps).judgeUpload({ uploadId }));

  it("without a baseline it is new", async () => {
    expect(await judge(await upload("new", "#123456", "€129"))).to.deep.include({ status: "new", changes: [] });
  });

  it("an equal one passes", async () => {
    await accept("same", "#123456", "€129");
    expect(await judge(await upload("same", "#123456", "€129"))).to.deep.include({ status: "passed", changeCount: 0 });
  });

  it("a changed one fails, and the change has the words of both maps", async () => {
    await accept("price", "#123456", "€129");
    const verdict = await judge(await upload("price", "#ff0000", "€0"));
    expect(verdict).to.include({ status: "failed", changeCount: 1 });
    expect(verdict.changes[0]?.sentence).to.include("€129").and.include("€0");
    expect(verdict.changes[0]?.selector).to.equal("#price");
  });

  it("what was approved on a branch passes, and its approval stays where it is", async () => {
    await accept("merged", "#123456", "€129");
    await accept("merged", "#00ff00", "€99", "feature");
    const verdict = await judge(await upload("merged", "#00ff00", "€99"));
    expect(verdict).to.include({ status: "passed" });
    expect(verdict.reasons[0]?.code).to.equal("approved_on_branch");
    const main = await world.models.baselines.findOne({ scenarioId: "scn_merged", branch: "main" }).lean();
    expect(main).to.include({ version: 1 });
  });

  it("a baseline whose file is gone is an error; an unknown upload can never work", async () => {
    await accept("lost", "#123456", "€129");
    const pointer = { scenarioId: "scn_lost" };
    await world.models.baselines.updateOne(pointer, { $set: { "picture.artifactId": "0".repeat(64) } });
    const verdict = await judge(await upload("lost", "#ff0000", "€0"));
    expect(verdict.status).to.equal("error");
    expect(verdict.reasons.map(({ code }) => code)).to.deep.equal(["baseline_missing_file"]);
    const unknown = await judge(`run_1:${"0".repeat(24)}`).catch((error: unknown) => error);
    expect(unknown).to.include({ nonRetryable: true });
  });

  it("leaves no shot behind", async () => {
    expect(await world.models.shots.countDocuments({ runId: "run_1" })).to.equal(0);
  });
});
