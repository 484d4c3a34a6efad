import { expect } from "chai";
import { runNamed } from "../../../cli/client/runs.ts";
import { STARTS, type StartInput, startCommand } from "../../../web/src/lib/starts.ts";

const ALL = "run visual --project shop";

describe("the command that starts the same run", () => {
  for (const [what, chosen, command] of [
    ["nothing chosen", {}, `${ALL} --wait`],
    [
      "everything chosen",
      {
        environment: "staging",
        pages: "scenarios",
        scenarios: ["Home", "About us"],
        browsers: ["firefox", "webkit"],
        branch: "feature/x",
        commitSha: "4f1c2ab",
      },
      `${ALL} --environment staging --pages scenarios --scenario Home --scenario 'About us' --browser firefox --browser webkit --branch feature/x --commit 4f1c2ab --wait`,
    ],
    [
      "labels that a shell would read",
      { scenarios: ["$(rm -rf /)", "It's", "a;b", "-x", "`w`", "Größe"] },
      `${ALL} --scenario '$(rm -rf /)' --scenario 'It'\\''s' --scenario 'a;b' --scenario -x --scenario '\`w\`' --scenario 'Größe' --wait`,
    ],
    [
      "some pillars of a full audit",
      { kind: "full-suite", pillars: ["seo", "a11y"] },
      "run all --project shop --pillar seo --pillar a11y --wait",
    ],
    [
      "one feature",
      {
        kind: "functional",
        feature: { featureId: "cart", tags: "@a or @b", viewports: ["phone"], retries: 1, verifyTracking: true },
        branch: "new",
      },
      "features run cart --project shop --tags '@a or @b' --viewport phone --retries 1 --branch new --verify-tracking --wait",
    ],
  ] as [string, Partial<StartInput>, string][])
    it(`says ${what}`, () => {
      expect(startCommand({ kind: "test", project: "shop", ...chosen })).to.equal(command);
    });

  for (const { kind } of STARTS)
    it(`of ${kind} names a run that the command line knows`, () => {
      const word = startCommand({ kind, project: "shop" }).split(" ")[1] ?? "";
      expect(runNamed(word).word).to.equal(word);
    });
});
