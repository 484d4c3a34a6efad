// A misspelled word is answered with the nearest valid one, for every field that takes one of several words.
import { expect } from "chai";
import type { ArraySchema, ObjectSchema, Schema } from "yup";
import * as bodies from "../../../api/lib/schemas.ts";
import { choice, closed, listOf, validated } from "../../../api/lib/validate.ts";
import { TOOLS } from "../../../api/tools/registry.ts";

/** Returns every field of the schema that takes one of several words, or a list of them, with those words. */
function choicesIn(schema: ObjectSchema<object>): { name: string; words: string[]; isList: boolean }[] {
  return Object.entries(schema.fields as Record<string, Schema>).flatMap(([name, field]) => {
    const isList = field.type === "array";
    const one = isList ? (field as ArraySchema<undefined, object>).innerType : field;
    const words = one && "describe" in one ? (one as Schema).describe().oneOf : [];
    const texts = words.filter((word) => typeof word === "string");
    return texts.length > 1 ? [{ name, words: texts, isList }] : [];
  });
}

const refusal = async (schema: Schema, value: unknown): Promise<string> =>
  validated(schema, value).then(
    () => "accepted",
    (error: Error) => error.message,
  );

const schemas: [string, ObjectSchema<object>][] = [
  ...Object.entries(bodies).flatMap(([name, body]): [string, ObjectSchema<object>][] =>
    // The fields for creating a key are checked in the operation that the admin command uses too.
    typeof body === "object" && "fields" in body && name !== "CREATE_KEY_INPUT"
      ? [[name, body as ObjectSchema<object>]]
      : [],
  ),
  ...TOOLS.map((tool): [string, ObjectSchema<object>] => [tool.name, tool.schema as ObjectSchema<object>]),
];

describe("did you mean", () => {
  const found = schemas.flatMap(([where, schema]) => choicesIn(schema).map((one) => ({ where, schema, ...one })));

  it("there are such fields in bodies, queries and args", () => {
    const names = new Set(found.map(({ name }) => name));
    expect([...names]).to.include.members(["type", "browsers", "viewports", "pillars", "mode", "format"]);
  });

  it("is said of every one of them", async () => {
    const silent: string[] = [];
    for (const { where, schema, name, words, isList } of found) {
      const [word] = words.toSorted((a, b) => b.length - a.length);
      const message = await refusal(schema, { [name]: isList ? [`${word}x`] : `${word}x` });
      if (!message.includes(`(did you mean "${word}"?)`)) silent.push(`${where}.${name}: ${message}`);
    }
    expect(silent).to.deep.equal([]);
  });

  it("is left out where nothing is near, and of what is no text", async () => {
    const schema = closed({ type: choice(["visual", "seo"]), browsers: listOf(choice(["chromium"]).required()) });
    expect(await refusal(schema, { type: "quarterly" })).to.equal("type must be one of visual, seo");
    expect(await refusal(schema, { type: "Visaul" })).to.equal(
      'type must be one of visual, seo (did you mean "visual"?)',
    );
    expect(await refusal(schema, { type: 7 })).to.equal("type must be a string");
    expect(await refusal(schema, { browsers: ["x"] })).to.equal("browsers[0] must be one of chromium");
  });
});
