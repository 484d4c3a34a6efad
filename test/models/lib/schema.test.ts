import { expect } from "chai";
import { createConnection } from "mongoose";
import { document, json, required } from "../../../models/lib/schema.ts";

type Thing = { _id: string; name: string; seen: number; note: string | null; at?: Date; more: Record<string, unknown> };

const FIELDS = {
  _id: required(String),
  name: required(String),
  seen: { type: Number, default: 0 },
  note: { type: String, default: null },
  at: Date,
  more: { type: json, default: {} },
};

describe("a schema", () => {
  it("names every field of its type and no other, as each may be stored: the compiler compares them", () => {
    const { seen: _, ...unseen } = FIELDS;
    const schemas = [
      document<Thing>(FIELDS),
      // @ts-expect-error it leaves a field out
      document<Thing>(unseen),
      // @ts-expect-error a field has another type
      document<Thing>({ ...FIELDS, seen: required(String) }),
      // @ts-expect-error a field that may be null is required
      document<Thing>({ ...FIELDS, note: required(String) }),
      // @ts-expect-error a field that may be missing is required
      document<Thing>({ ...FIELDS, at: required(Date) }),
      // @ts-expect-error a field that is always there may be missing
      document<Thing>({ ...FIELDS, name: String }),
      // @ts-expect-error a field that is never null begins as null
      document<Thing>({ ...FIELDS, seen: { type: Number, default: null } }),
    ];
    expect(schemas.map((schema) => schema.get("strict"))).to.deep.equal(schemas.map(() => "throw"));
  });

  it("refuses a field that it does not name", () => {
    const things = createConnection().model("Thing", document<Thing>(FIELDS));
    const thing = { _id: "t", name: "a thing" };
    expect(new things(thing).toObject()).to.deep.include({ ...thing, seen: 0, note: null });
    expect(() => new things({ ...thing, other: 1 })).to.throw("other");
  });
});
