// Modes in plumbline.yml: applied, read back unchanged, and rejected with the name that was probably meant.
import { expect } from "chai";
import type { Applied } from "../../../../api/operations/projectFile/apply.ts";
import type { FieldProblem } from "../../../../domain/import/problems.ts";
import { makeWorld, type World } from "../../support/world.ts";

const MODES = { dark: { colorScheme: "dark" }, print: { media: "print" } };
const file = (more: object = {}) => ({ version: 1, project: { slug: "shop" }, ...more });

describe("modes of a project's file", () => {
  let world: World;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  const post = (mode: "plan" | "apply", config: object, more: object = {}) =>
    world.client.post("/api/config", { key, body: { mode, config, ...more } });
  const send = async (mode: "plan" | "apply", config: object, more: object = {}): Promise<Applied> => {
    const answer = await post(mode, config, more);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body as unknown as Applied;
  };
  const problems = async (config: object, more: object = {}): Promise<string[]> => {
    const answer = await post("plan", config, more);
    expect(answer.status).to.equal(400);
    const { fields } = answer.body as { fields: FieldProblem[] };
    return fields.map(({ path, message }) => `${path} ${message}`);
  };
  const read = async () => ((await world.client.get("/api/config", { key })).body as { file: object }).file;
  const words = ({ changes }: Applied) => changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

  it("are made before the scenarios that name them, and read back as they were", async () => {
    const wanted = file({
      modes: MODES,
      settings: { visual: { modes: ["default", "dark"] } },
      scenarios: [{ label: "Home", url: "/", modes: ["dark", "print"] }],
    });
    expect(words(await send("apply", wanted))).to.deep.equal([
      "create mode dark",
      "create mode print",
      "change settings settings",
      "change scenario Home",
    ]);
    expect(words(await send("plan", wanted))).to.deep.equal([]);
    const found = (await read()) as { modes: object; scenarios: object[] };
    expect(found.modes).to.deep.equal(MODES);
    expect(found.scenarios).to.deep.include({ label: "Home", url: "/", modes: ["dark", "print"] });
    expect(words(await send("plan", found, { prune: true }))).to.deep.equal([]);

    const changed = { ...wanted, modes: { ...MODES, dark: { colorScheme: "dark", scale: 2 } } };
    expect((await send("apply", changed)).changes[0]?.fields).to.deep.equal([{ path: "scale", from: null, to: "2" }]);
    // A scenario whose entry does not mention modes has none.
    await send("apply", file({ scenarios: [{ label: "Home", url: "/" }] }));
    expect((await world.models.scenarios.findOne({ label: "Home" }).lean())?.modes).to.deep.equal([]);
  });

  it("that the project does not have are refused, with the name that was meant", async () => {
    const scenarios = [{ label: "Home", url: "/", modes: ["drak"] }];
    const [said = ""] = await problems(file({ modes: MODES, scenarios }));
    expect(said).to.match(/^scenarios\[0\]\.modes\[0\] "drak" is not a mode of the project\. Did you mean "dark"/);
    const [none = ""] = await problems(file({ scenarios: [{ label: "Home", url: "/", modes: ["night"] }] }));
    expect(none).to.contain('"night" is not a mode of the project. It has none');
    const [project = ""] = await problems(file({ modes: MODES, settings: { visual: { modes: ["prnt"] } } }));
    expect(project).to.match(/^settings\.visual\.modes\[0\] "prnt" .*"print"/);
  });

  it("of too many combinations are refused with the count", async () => {
    const names = Array.from({ length: 13 }, (_, at) => `zoom-${at}`);
    const modes = Object.fromEntries(names.map((name, at) => [name, { scale: 0.5 + at / 10 }]));
    const [said = ""] = await problems(file({ modes, scenarios: [{ label: "Home", url: "/", modes: names }] }));
    expect(said).to.contain("3 viewports × 1 browser × 13 modes make 39 screenshots");
  });

  it("are kept while a scenario names them", async () => {
    await send("apply", file({ modes: MODES, scenarios: [{ label: "Home", url: "/", modes: ["dark"] }] }));
    const [said = ""] = await problems(file({ modes: { print: MODES.print } }), { prune: true });
    expect(said).to.contain('is a mode of the scenario "Home"');
    const scenarios = [{ label: "Home", url: "/" }];
    const gone = await send("apply", file({ modes: { print: MODES.print }, scenarios }), { prune: true });
    expect(words(gone)).to.include("delete mode dark");
    expect(((await read()) as { modes: object }).modes).to.deep.equal({ print: MODES.print });
  });
});
