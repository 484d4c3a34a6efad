// The contract of every artifact store.
import { expect } from "chai";
import {
  ArtifactDamagedError,
  ArtifactMissingError,
  type MarkedStore,
  type StoredArtifact,
  sha256,
} from "../../../platform/artifacts/store.ts";

/** A store and its storage, in which a test overwrites bytes. `path`: relative to the store, such as `ab/<id>`. */
export type Opened = {
  store: MarkedStore;
  overwrite(path: string, bytes: Buffer): Promise<void>;
  /** Set if the server cannot tell which of two writers came first. */
  lastWins?: boolean;
  close(): Promise<void>;
};

const bytes = (text: string) => Buffer.from(text);
const absent = sha256(bytes("absent"));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
async function all(store: MarkedStore, shard?: string): Promise<StoredArtifact[]> {
  const found: StoredArtifact[] = [];
  for await (const one of store.list(shard)) found.push(one);
  return found;
}

type Case = [promise: string, hold: (opened: Opened) => Promise<void>];
const CASES: readonly Case[] = [
  [
    "stores bytes under their hash, and twice the same once",
    async ({ store }) => {
      const id = await store.put(bytes("one"));
      expect(id).to.equal(sha256(bytes("one")));
      expect(await store.put(bytes("one"))).to.equal(id);
      expect(await store.get(id)).to.deep.equal(bytes("one"));
      expect((await all(store)).map((one) => one.id)).to.deep.equal([id]);
    },
  ],
  [
    "stores nothing at all, and megabytes",
    async ({ store }) => {
      for (const content of [Buffer.alloc(0), Buffer.alloc(3_000_000, "abc")])
        expect((await store.get(await store.put(content))).equals(content)).to.equal(true);
    },
  ],
  [
    "says what is missing",
    async ({ store }) => {
      expect(await refusal(store.get(absent))).to.be.instanceOf(ArtifactMissingError);
      expect(await store.has(absent)).to.equal(false);
      expect(await refusal(store.get("../../etc/passwd"))).to.be.instanceOf(ArtifactMissingError);
      expect(await refusal(store.get(absent.toUpperCase()))).to.be.instanceOf(ArtifactMissingError);
    },
  ],
  [
    "says what is damaged: the bytes of another object",
    async ({ store, overwrite }) => {
      const id = await store.put(bytes("mine"));
      await overwrite(`${id.slice(0, 2)}/${id}`, bytes("theirs"));
      expect(await refusal(store.get(id))).to.be.instanceOf(ArtifactDamagedError);
    },
  ],
  [
    "replaces what has another size when the content is stored again, without a read before it",
    async ({ store, overwrite }) => {
      const id = await store.put(bytes("mine"));
      await overwrite(`${id.slice(0, 2)}/${id}`, bytes("cut"));
      expect(await store.put(bytes("mine"))).to.equal(id);
      expect(await store.get(id)).to.deep.equal(bytes("mine"));
    },
  ],
  [
    "replaces what a read has found damaged when the content is stored again, once",
    async ({ store, overwrite }) => {
      const id = await store.put(bytes("mine"));
      const place = `${id.slice(0, 2)}/${id}`;
      await overwrite(place, bytes("thin"));
      expect(await refusal(store.get(id))).to.be.instanceOf(ArtifactDamagedError);
      expect((await all(store)).map((one) => one.id)).to.deep.equal([id]);
      await store.put(bytes("mine"));
      expect(await store.get(id)).to.deep.equal(bytes("mine"));
      await store.remove(id);
      expect(await all(store)).to.deep.equal([]);
    },
  ],
  [
    "removes, also what is not there",
    async ({ store }) => {
      const id = await store.put(bytes("gone"));
      await store.remove(id);
      await store.remove(id);
      await store.remove(absent);
      expect(await store.has(id)).to.equal(false);
      expect(await refusal(store.get(id))).to.be.instanceOf(ArtifactMissingError);
    },
  ],
  [
    "lists artifacts with size and time, one shard or all, and nothing else that lies there",
    async ({ store, overwrite }) => {
      const texts = Array.from({ length: 20 }, (_, i) => `artifact ${i}`);
      const ids = await Promise.all(texts.map((text) => store.put(bytes(text))));
      await overwrite("ab/notes.txt", bytes("not an artifact"));
      await store.mark.write("mark", { replace: true });
      const listed = await all(store);
      expect(listed.map(({ id }) => id).sort()).to.deep.equal([...ids].sort());
      const one = listed.find(({ id }) => id === ids[0]);
      expect(one?.bytes).to.equal(10);
      expect(Math.abs(Date.now() - (one?.storedAt.getTime() ?? 0)), "of today").to.be.below(86_400_000);
      const shard = ids[0]?.slice(0, 2) ?? "";
      expect((await all(store, shard)).map(({ id }) => id).sort()).to.deep.equal(
        ids.filter((id) => id.startsWith(shard)).sort(),
      );
    },
  ],
  [
    "takes the same bytes from many at once",
    async ({ store }) => {
      const put = await Promise.all(Array.from({ length: 25 }, () => store.put(bytes("same"))));
      expect(new Set(put).size).to.equal(1);
      expect(await store.get(put[0] ?? "")).to.deep.equal(bytes("same"));
      expect(await all(store)).to.have.length(1);
    },
  ],
  [
    "can be checked, which leaves no artifact",
    async ({ store }) => {
      await store.check();
      expect(await all(store)).to.deep.equal([]);
    },
  ],
  [
    "has a mark that is replaced only when asked",
    async ({ store }) => {
      expect(await store.mark.read()).to.equal(null);
      expect(await store.mark.write("first", { replace: false })).to.equal(true);
      expect(await store.mark.write("late", { replace: false })).to.equal(false);
      expect(await store.mark.read()).to.equal("first");
      expect(await store.mark.write("new", { replace: true })).to.equal(true);
      expect(await store.mark.read()).to.equal("new");
    },
  ],
  [
    "gives its mark to one of many at once",
    async ({ store, lastWins }) => {
      const writers = ["a", "b", "c", "d"].map((text) => store.mark.write(text, { replace: false }));
      const written = (await Promise.all(writers)).filter(Boolean);
      if (!lastWins) expect(written).to.have.length(1);
      expect(await store.mark.read()).to.match(/^[abcd]$/);
    },
  ],
];

/** Runs the contract against stores from `open`, each of which is empty. */
export function holdsTheContract(name: string, open: () => Promise<Opened>): void {
  describe(`the artifact store on ${name}`, () => {
    let opened: Opened;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    for (const [promise, hold] of CASES) it(promise, () => hold(opened));
  });
}
