// The pages of rules match the rules.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { AUDIT_PILLARS } from "../../domain/audit/pillars.ts";
import { rulePage } from "../../temporal-dev/docs/rules.ts";

describe("docs/rules", () => {
  for (const pillar of AUDIT_PILLARS)
    it(`has every rule of ${pillar}: \`npm run -s docs -- rules\` writes them`, async () => {
      const text = await readFile(new URL(`../../docs/rules/${pillar}.md`, import.meta.url), "utf8");
      expect(text).to.equal(await rulePage(pillar));
    });
});
