import { expect } from "chai";
import { waysOut } from "../../../../domain/pillars/a11y/keyChords.ts";

const TABLE: [text: string, labels: string[]][] = [
  ["Press Ctrl+M to Exit", ["Ctrl+M"]],
  ["To leave the editor press Control + Shift + Q.", ["Ctrl+Shift+Q"]],
  ["Press the M-key to Exit", ["M"]],
  ['Use the "F6" key to move out of the table.', ["F6"]],
  ["Mit Strg+M verlassen Sie das Feld.", ["Ctrl+M"]],
  ["Alt+1 to close, Alt+2 to quit, Alt+3 to exit, Alt+4 to leave", ["Alt+1", "Alt+2", "Alt+3"]],
  ["Press Ctrl+S to save.", []],
  ["Go to the next element", []],
  ["Exit the shop", []],
  ["The key to success is to leave early", []],
  [`Press Ctrl+M ${"and then read on ".repeat(20)} to exit`, []],
];

describe("the keys that a page names as a way out", () => {
  for (const [text, labels] of TABLE)
    it(`${text.slice(0, 60)}: ${labels.join(", ") || "none"}`, () =>
      expect(waysOut(text).map(({ label }) => label)).to.deep.equal(labels));

  it("tells how the keys are pressed", () => {
    expect(waysOut("Press Ctrl+M to exit")[0]).to.deep.equal({
      label: "Ctrl+M",
      key: "m",
      code: "KeyM",
      keyCode: 77,
      modifiers: 2,
    });
    expect(waysOut("Press the F6 key to leave")[0]).to.deep.include({ key: "F6", keyCode: 117, modifiers: 0 });
  });
});
