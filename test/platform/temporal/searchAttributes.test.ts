// Behavior if Temporal allows reading its search attributes, adding them, or neither; test/api/temporalEngine.test.ts uses a real one.
import { expect } from "chai";
import { ensureSearchAttributes, SearchAttributesError } from "../../../platform/temporal/searchAttributes.ts";

const DENIED = 7;
const AWAY = 14;
const ALL = ["PlumblineProject", "PlumblineRunType", "PlumblineEnvironment", "PlumblineVerdict"];

/** A server that has some attributes and may fail with a gRPC code. */
function operator(has: string[], refuses: { list?: number; add?: number } = {}) {
  const added: string[] = [];
  const grpc = (code: number) => Object.assign(new Error(`refused with ${code}`), { code, details: "", metadata: {} });
  const fake = {
    async listSearchAttributes() {
      if (refuses.list) throw grpc(refuses.list);
      return { customAttributes: Object.fromEntries(has.map((name) => [name, 2])) };
    },
    async addSearchAttributes({ searchAttributes }: { searchAttributes: Record<string, number> }) {
      if (refuses.add) throw grpc(refuses.add);
      added.push(...Object.keys(searchAttributes));
    },
  };
  return { added, ensure: () => ensureSearchAttributes(fake as never, "shop") };
}

describe("ensureSearchAttributes", () => {
  for (const [what, has, refuses, added] of [
    ["adds all to a plain server", [], {}, ALL],
    ["adds what is missing", ALL.slice(1), {}, ALL.slice(0, 1)],
    ["adds none where all are there, even if it may not", ALL, { add: DENIED }, []],
    ["believes a server that does not let it look", [], { list: DENIED }, []],
  ] as [string, string[], { list?: number; add?: number }, string[]][])
    it(what, async () => {
      const server = operator(has, refuses);
      await server.ensure();
      expect(server.added).to.deep.equal(added);
    });

  it("ends with the command that adds them where it may not", async () => {
    const error = await operator(ALL.slice(2), { add: DENIED })
      .ensure()
      .catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(SearchAttributesError);
    expect(String(error)).to.include(
      "temporal operator search-attribute create --namespace shop --name PlumblineProject --type Keyword --name PlumblineRunType --type Keyword",
    );
  });

  it("is worth another try while the server is unavailable", async () => {
    for (const refuses of [{ list: AWAY }, { add: AWAY }]) {
      const error = await operator([], refuses)
        .ensure()
        .catch((reason: Error) => reason);
      expect(error).to.be.instanceOf(Error).and.not.instanceOf(SearchAttributesError);
    }
  });
});
