import { expect } from "chai";
import {
  judgeNamespace,
  type MarkMode,
  type NamespaceVerdict,
  OWNER_MARK,
  prefixOf,
  strangeDatabase,
  strangeTemporal,
  userMark,
} from "../../domain/installation.ts";

const us = { id: "aaaaaaaa11111111", queuePrefix: "aaaaaaaa-" };
const OTHER = "bbbbbbbb22222222";

describe("whose Temporal it is", () => {
  const mine = userMark(us.queuePrefix);
  const stranger = (owner: string | null, shared = false): NamespaceVerdict => ({ is: "stranger", owner, shared });
  const cases: [what: string, data: Record<string, string>, mode: MarkMode, verdict: NamespaceVerdict][] = [
    ["our own, new", {}, "own", { is: "free", claim: OWNER_MARK }],
    ["our own, known", { [OWNER_MARK]: us.id }, "require", { is: "ours" }],
    ["another's own", { [OWNER_MARK]: OTHER }, "require", stranger(OTHER)],
    ["another's own where we start ours", { [OWNER_MARK]: OTHER }, "own", stranger(OTHER)],
    ["a plain one in the place of our own", {}, "require", stranger(null)],
    ["a shared one in the place of our own", { [mine]: us.id }, "require", stranger(null)],
    ["a shared one, new to us", { other: "x" }, "claim", { is: "free", claim: mine }],
    ["a shared one that we use", { [mine]: us.id }, "claim", { is: "ours" }],
    [
      "a shared one that another uses under its prefix",
      { [userMark("b-")]: OTHER },
      "claim",
      { is: "free", claim: mine },
    ],
    ["a shared one that another uses under our prefix", { [mine]: OTHER }, "claim", stranger(OTHER, true)],
    ["another's own, asked to share", { [OWNER_MARK]: OTHER, [mine]: us.id }, "claim", stranger(OTHER)],
    ["our own, by a worker on its own", { [OWNER_MARK]: us.id }, "claim", { is: "ours" }],
    ["another's, which we are to ignore", { [OWNER_MARK]: OTHER }, "ignore", { is: "ours" }],
  ];
  for (const [what, data, mode, verdict] of cases)
    it(`${what}: ${verdict.is}`, () => expect(judgeNamespace(data, us, mode)).to.deep.equal(verdict));

  it("is refused by name", () => {
    const { message, plain } = strangeTemporal("127.0.0.1:7233", us, { owner: OTHER, shared: false });
    expect(message).to.equal(
      `Temporal at 127.0.0.1:7233 belongs to installation ${OTHER}, not to ${us.id}: another program took the port, or TEMPORAL_ADDRESS is wrong`,
    );
    expect(plain).to.equal(`Temporal belongs to installation ${OTHER}, not to ${us.id}.`);
    expect(strangeTemporal("t:1", us, { owner: null, shared: false }).plain).to.equal(
      `Temporal has no installation mark, so it is not that of installation ${us.id}.`,
    );
    expect(strangeTemporal("t:1", us, { owner: OTHER, shared: true }).message).to.equal(
      `Temporal at t:1 (its queues with the prefix "aaaaaaaa-") belongs to installation ${OTHER}, not to ${us.id}: give each installation its own SVC_QUEUE_PREFIX`,
    );
    expect(strangeDatabase("m:1", us.id, OTHER).plain).to.equal(
      `The database belongs to installation ${OTHER}, not to ${us.id}.`,
    );
    expect(strangeDatabase("m:1", us.id, null).message).to.match(
      /^The database at m:1 no longer contains an installation/,
    );
  });

  it("prefixes differ where ids do", () => expect(prefixOf(us.id)).to.equal("aaaaaaaa-"));
});
