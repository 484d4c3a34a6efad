import { expect } from "chai";
import { expandActions } from "../../../domain/functional/expand.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { SAY } from "../../../domain/functional/library/sentences.ts";
import { matchStep, readLibrary } from "../../../domain/functional/match/library.ts";
import { stepDefProblems } from "../../../domain/functional/readStepDef.ts";
import { ACTION_OPS } from "../../../domain/functional/stepDef.ts";

describe("the step library", () => {
  const library = readLibrary(BUILTIN_STEP_DEFS);
  const areas =
    "navigation clicking forms tables rows dialogs files frames visibility text url cookies downloads tracking";

  it("has at least 40 definitions, in every area, with ids of their own", () => {
    expect(BUILTIN_STEP_DEFS.length).to.be.at.least(40);
    expect([...new Set(BUILTIN_STEP_DEFS.flatMap(({ tags }) => tags))]).to.have.members(areas.split(" "));
    expect(library.byId.size).to.equal(BUILTIN_STEP_DEFS.length);
  });

  it("uses every action, so that each can be had without a definition of one's own", () => {
    const used = new Set(BUILTIN_STEP_DEFS.flatMap(({ actions }) => actions.map(({ op }) => op)));
    expect(ACTION_OPS.filter((op) => !used.has(op))).to.deep.equal([]);
  });

  for (const def of BUILTIN_STEP_DEFS)
    it(`${def.id} is whole, can be unrolled, and is alone in fitting its examples`, () => {
      expect(stepDefProblems(def)).to.deep.equal([]);
      expect(def.description).to.match(/^[A-Z].*\.$/);
      expect(expandActions(def, {}, library.byId)).to.have.property("actions");
      for (const example of def.examples)
        expect(matchStep(library, example).map((match) => match.def.id)).to.deep.equal([def.id]);
    });

  // Otherwise the writers of sentences could produce sentences that the library no longer reads.
  for (const [name, say] of Object.entries(SAY))
    it(`reads the sentence that is written for "${name}"`, () => {
      const args = name === "click" || name.startsWith("clickIn") || name === "clickNth" ? ["button"] : [];
      if (name === "tickInRow") args.push("check");
      const last =
        name === "clickNth" ? ["Oak", 2] : name === "isEnabled" || name === "isDisabled" ? ["Oak", "field"] : [];
      const texts = last.length > 0 ? last : ["Oak", "Elm", "Ash"];
      const text = typeof say === "string" ? say : (say as (...all: unknown[]) => string)(...args, ...texts);
      expect(matchStep(library, text), text).to.have.length(1);
    });

  it("keeps its ids: features and links refer to them", () => {
    expect(BUILTIN_STEP_DEFS.map(({ id }) => id)).to.include.members([
      "builtin.open-page",
      "builtin.click-button",
      "builtin.click-link",
      "builtin.fill-field",
      "builtin.see-text",
      "builtin.address-is",
      "builtin.event-is-sent",
    ]);
    for (const { id } of BUILTIN_STEP_DEFS) expect(id).to.match(/^builtin\.[a-z]+(-[a-z]+)*$/);
  });
});
