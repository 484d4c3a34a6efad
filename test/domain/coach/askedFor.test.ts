// Whether a message requests a change or only information.
import { expect } from "chai";
import { onlyReads } from "../../../domain/coach/askedFor.ts";

const CASES: [message: string, before: string, only: boolean][] = [
  ["What failed last night and why?", "", true],
  ["Which scenarios are there?", "", true],
  ["Explain the difference of the home page", "", true],
  ["How healthy is the site?", "", true],
  ["Please tell me what the ticket SHOP-1 says", "", true],
  ["Is the event purchase tracked?", "", true],
  ["What failed in the last run?", "", true],
  ["What changed since Tuesday?", "", true],
  ["What failed? Rerun it.", "", false],
  ["What failed, and can you fix it?", "", false],
  ["How do I get rid of the cookie banner?", "", false],
  ["Approve the changes of Home", "", false],
  ["Can you ignore the price on all pages?", "", false],
  ["Bitte genehmige die Änderungen der Startseite", "", false],
  ["The price moves in each run, please ignore it", "", false],
  ["Yes, do it", "Shall I propose an ignore rule?", false],
  ["Yes", "", true],
];

describe("a message that only reads", () => {
  for (const [message, before, only] of CASES)
    it(`${only ? "asks" : "asks for a change"}: ${message}`, () => expect(onlyReads(message, before)).to.equal(only));
});
