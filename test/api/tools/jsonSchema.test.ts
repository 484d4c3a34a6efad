// JSON Schema and yup agree on tool inputs: what yup accepts passes the schema, and the schema's own bounds hold in yup.
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { array, number, object, string } from "yup";
import { choice, closed, listOf, requiredText, text, wholeNumber } from "../../../api/lib/validate.ts";
import { toJsonSchema } from "../../../api/tools/jsonSchema.ts";

const schema = closed({
  name: requiredText(5),
  note: text(3),
  kind: choice(["a", "b"]),
  count: wholeNumber(1, 9),
  labels: listOf(requiredText(4), 2),
  nested: closed({ deep: requiredText() }).default(undefined),
  empty: string().nullable(),
});
const VALUES: Record<string, unknown[]> = {
  name: ["x", "12345", "", "123456", 5, null, undefined],
  note: ["", "abc", "abcd", 1, undefined],
  kind: ["a", "b", "c", "", 1, undefined],
  count: [1, 9, 0, 10, 1.5, "5", undefined],
  labels: [["a"], ["a", "b"], [], ["a", "b", "c"], [""], [1], "a", undefined],
  nested: [{ deep: "x" }, { deep: "" }, {}, { deep: "x", more: 1 }, "x", undefined],
  empty: [null, "x", 1, undefined],
  stranger: [1, undefined],
};

describe("JSON Schema of yup declarations", () => {
  const check = new Ajv2020({ strict: true }).compile(toJsonSchema(schema));
  for (const [field, values] of Object.entries(VALUES))
    for (const value of values)
      it(`agrees with yup on ${field}: ${JSON.stringify(value)}`, () => {
        const given = JSON.parse(JSON.stringify({ name: "x", [field]: value })) as unknown;
        expect(check(given)).to.equal(schema.isValidSync(given, { strict: true }));
      });

  it("carries descriptions, defaults, patterns and formats of answers", () => {
    const answer = object({
      id: string().required().meta({ description: "Its id" }),
      score: number().nullable().defined(),
      list: array()
        .of(object({ at: string().matches(/^\d+$/).required() }))
        .required(),
    });
    expect(toJsonSchema(answer)).to.deep.equal({
      type: "object",
      properties: {
        id: { type: "string", minLength: 1, description: "Its id" },
        score: { type: ["number", "null"] },
        list: {
          type: "array",
          items: {
            type: "object",
            properties: { at: { type: "string", minLength: 1, pattern: "^\\d+$" } },
            required: ["at"],
          },
        },
      },
      required: ["id", "score", "list"],
    });
  });
});
