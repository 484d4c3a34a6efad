// Fields outside of a form, as on client-rendered pages: what is tried with them, and what is left alone.
import { expect } from "chai";
import { sentencesOf } from "../../../domain/explore/actions.ts";
import type { SeenForm, SeenInput } from "../../../domain/explore/explore.ts";
import { BY_SCRIPT, decideForm } from "../../../domain/explore/forms.ts";

const input = (role: string, name: string, type: string, more: Partial<SeenInput> = {}): SeenInput => ({
  role,
  name,
  type,
  required: false,
  min: "",
  max: "",
  maxLength: 0,
  options: [],
  ...more,
});
const loose = (field: SeenInput, more: Partial<SeenForm> = {}): SeenForm => ({
  method: BY_SCRIPT,
  action: "https://tasks.test/",
  hints: "",
  submit: "",
  fields: [field],
  holds: [],
  region: "",
  ...more,
});
const decided = (form: SeenForm, choice: "safe" | "get" = "safe") =>
  decideForm(form, "https://tasks.test/", choice, () => true);

describe("a field that stands in no form", () => {
  for (const [what, field, sentences] of [
    [
      "a text is sent by Enter",
      input("textbox", "New task", "text"),
      ['I fill in "New task" with "Test"', 'I press "Enter" in the "New task" field'],
    ],
    ["a box is ticked", input("checkbox", "Only open ones", "checkbox"), ['I check "Only open ones"']],
    [
      "a list gets another choice",
      input("combobox", "Sort", "select", { options: [{ text: "By name", value: "name" }] }),
      ['I select "By name" from "Sort"'],
    ],
  ] as const)
    it(what, () => {
      const decision = decided(loose(field));
      expect("act" in decision && sentencesOf(decision.act)).to.deep.equal(sentences);
    });

  it("is left alone where it looks destructive, holds a secret, or only forms that ask are sent", () => {
    expect(decided(loose(input("checkbox", "Delete everything", "checkbox")))).to.have.property("why");
    expect(decided(loose(input("textbox", "Password", "password"), { holds: ["password"] }))).to.have.property("why");
    expect(decided(loose(input("textbox", "New task", "text")), "get")).to.have.property("why");
  });
});
