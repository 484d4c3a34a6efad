import { expect } from "chai";
import { isAskedOnceMore } from "../../../activities/audit/tries.ts";
import { withActivity } from "../../support/activity.ts";

describe("a page that could not be measured", () => {
  const cases: [code: string, attempt: number, again: boolean][] = [
    ["timeout", 1, true],
    ["timeout", 2, false],
    ["browser_crashed", 1, true],
    ["browser_crashed", 2, false],
    ["http_error", 1, false],
    ["address_refused", 1, false],
  ];
  for (const [code, attempt, again] of cases)
    it(`${code} at attempt ${attempt} is ${again ? "asked once more" : "the answer"}`, async () => {
      expect(await withActivity(async () => isAskedOnceMore(code), attempt)).to.equal(again);
    });
});
