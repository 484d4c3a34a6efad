// Which store an installation uses: API and workers with another one are rejected.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { markText, parseMark } from "../../../domain/artifactMark.ts";
import { StrangerError } from "../../../domain/installation.ts";
import { checkStore, claimStore, storeInUse, takeStore } from "../../../models/installations/artifactStore.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { MARK, type MarkedStore } from "../../../platform/artifacts/store.ts";
import { recordArtifact } from "../../support/artifacts.ts";
import { openDatabase } from "../../support/database.ts";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof StrangerError ? error.message : Promise.reject(error)),
  );

describe("the artifact store of an installation", () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let installation: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-marks-"));
    database = await openDatabase();
    installation = (await nameDatabase(database.models, null)).installationId;
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const store = (name: string): MarkedStore => createFileStore(path.join(folder, name));
  const place = (name: string) => ({ models: database.models, installation, store: store(name) });
  const markIn = async (name: string) => parseMark(await readFile(path.join(folder, name, MARK), "utf8"));
  const hold = async (name: string, content: string) => {
    const bytes = Buffer.from(content);
    const artifactId = await store(name).put(bytes);
    const record = { projectId: "prj", contentType: "text/plain", bytes: bytes.length, at: new Date() };
    await recordArtifact(database.models, { artifactId, ...record });
  };

  it("is the one that the first process has, also of many at once", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => claimStore(place("a"))));
    expect(new Set(ids).size).to.equal(1);
    expect(await markIn("a")).to.deep.equal({ installation, store: ids[0], follows: null, copying: false });
    expect(await storeInUse(database.models)).to.deep.equal({ store: ids[0], where: path.join(folder, "a") });
    expect(await claimStore(place("a")), "again").to.equal(ids[0]);
  });

  it("is the same for a process that another one overtakes between its two reads", async () => {
    const slow = store("a");
    const read = slow.mark.read.bind(slow.mark);
    let overtaken: string | undefined;
    slow.mark.read = async () => {
      const text = await read();
      overtaken ??= await claimStore(place("a"));
      return text;
    };
    expect(await claimStore({ ...place("a"), store: slow })).to.equal(overtaken);
  });

  it("is one of two that come at once", async () => {
    const ended = await Promise.all(["a", "b"].map((name) => refusal(claimStore(place(name)))));
    expect(ended.filter((one) => one === null)).to.have.length(1);
  });

  it("refuses another folder, by its place, before there is anything in the first one too", async () => {
    await claimStore(place("a"));
    expect(await refusal(claimStore(place("b")))).to.match(/neither the mark of this installation nor its artifacts/);
    await hold("a", "ours");
    expect(await refusal(claimStore(place("b")))).to.match(/neither the mark of this installation nor its artifacts/);
    await store("c").mark.write(markText({ installation, store: "c".repeat(16), follows: null, copying: false }), {
      replace: true,
    });
    expect(await refusal(claimStore(place("c")))).to.contain(`are at ${path.join(folder, "a")}, and this process uses`);
  });

  it("refuses the store of another installation", async () => {
    await claimStore(place("a"));
    expect(await refusal(claimStore({ ...place("a"), installation: "f".repeat(16) }))).to.match(
      new RegExp(`belongs to installation ${installation}, not to ffff`),
    );
  });

  it("of an earlier version gets a mark where its artifacts are, and nowhere else", async () => {
    await hold("old", "kept since the earlier version");
    await mkdir(path.join(folder, "empty"));
    expect(await refusal(claimStore(place("empty")))).to.match(/neither the mark/);
    const id = await claimStore(place("old"));
    expect((await markIn("old"))?.store).to.equal(id);
  });

  it("is known again when its bytes were restored without the mark", async () => {
    const id = await claimStore(place("a"));
    await hold("restored", "ours");
    expect(await claimStore(place("restored"))).to.equal(id);
  });

  it("gives its place to a complete copy, and running processes find out", async () => {
    const id = await claimStore(place("a"));
    const next = { installation, store: "b".repeat(16), follows: id, copying: true };
    await store("b").mark.write(markText(next), { replace: true });
    expect(await refusal(claimStore(place("b")))).to.match(/is not complete/);
    await checkStore(place("a"), id);
    await store("b").mark.write(markText({ ...next, copying: false }), { replace: true });
    expect(await claimStore(place("b"))).to.equal(next.store);
    expect(await refusal(checkStore(place("a"), id))).to.contain(`are at ${path.join(folder, "b")}`);
    expect(await refusal(claimStore(place("a")))).to.contain(`are at ${path.join(folder, "b")}`);
  });

  it("is taken by the operator's word where the artifacts are lost", async () => {
    await claimStore(place("a"));
    await hold("a", "lost");
    await takeStore(place("b"));
    const id = await claimStore(place("b"));
    expect((await storeInUse(database.models))?.store).to.equal(id);
    expect(await refusal(claimStore(place("a")))).not.to.equal(null);
  });
});
