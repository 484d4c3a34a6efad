// Input limits are declared in the schemas, so that no schema accepts what a route must reject.
import { expect } from "chai";
import type { SchemaDescription } from "yup";
import { endpointAreas, endpointsOf } from "../../api/endpoints/index.ts";
import * as routeSchemas from "../../api/lib/schemas.ts";
import { BODY_BOUNDS } from "../../api/middleware/jsonBody.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { scenarioShape } from "../../domain/import/scenarioShape.ts";
import { PLAN_EVENT, PLAN_PAGE } from "../../domain/pillars/tracking/parsePlan.ts";

describe("every schema of what comes in", () => {
  /** Returns texts and lists without a declared maximum, by path. */
  function unbounded(described: SchemaDescription, path: string): string[] {
    const { type, tests = [], oneOf = [] } = described;
    const bounded = tests.some(({ name }) => name === "max") || oneOf.length > 0;
    const own = (type === "string" || type === "array") && !bounded ? [path] : [];
    const { fields = {}, innerType } = described as {
      fields?: Record<string, SchemaDescription>;
      innerType?: SchemaDescription;
    };
    return [
      ...own,
      ...Object.entries(fields).flatMap(([name, field]) => unbounded(field, `${path}.${name}`)),
      ...(innerType ? unbounded(innerType, `${path}[]`) : []),
    ];
  }

  it("declares how long its texts and lists may be", () => {
    const declared = endpointsOf(endpointAreas());
    const shapes = {
      ...Object.fromEntries(declared.flatMap(({ id, body }) => (body ? [[`body of ${id}`, body]] : []))),
      ...Object.fromEntries(declared.flatMap(({ id, query }) => (query ? [[`query of ${id}`, query]] : []))),
      ...Object.fromEntries(TOOLS.map(({ name, schema }) => [name, schema])),
      ...routeSchemas,
      ...Object.fromEntries(Object.entries(PLAN_PAGE).map(([name, schema]) => [`plan page ${name}`, schema])),
      ...Object.fromEntries(Object.entries(PLAN_EVENT).map(([name, schema]) => [`plan event ${name}`, schema])),
      "scenario file": scenarioShape,
    };
    const found = Object.entries(shapes).flatMap(([name, schema]) =>
      unbounded(schema.describe() as SchemaDescription, name),
    );
    expect(found).to.deep.equal([]);
  });

  it("lets no list through that the bounds of its route would refuse", () => {
    for (const { entries, values } of Object.values(BODY_BOUNDS)) expect(entries).to.be.at.most(values);
  });
});
