// Nothing stored for functional tests can run code, and none of its patterns or texts can hang the program.
import { expect } from "chai";
import { compileFeature } from "../../domain/functional/gherkin/compile.ts";
import { tagFilter } from "../../domain/functional/gherkin/tags.ts";
import { BUILTIN_STEP_DEFS } from "../../domain/functional/library/index.ts";
import { type Pattern, readPattern } from "../../domain/functional/match/pattern.ts";
import { planFeature } from "../../domain/functional/planFeature.ts";
import { stepDefProblems } from "../../domain/functional/readStepDef.ts";
import { ACTION_OPS, type StepDef } from "../../domain/functional/stepDef.ts";
import { isFullLane, itInFullLane } from "../support/lanes.ts";

const SCRIPTS = [
  "javascript:globalThis.ran=1",
  " java\nscript:globalThis.ran=1",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that would be code elsewhere.
  "${globalThis.ran=1}",
  "{{constructor.constructor('globalThis.ran=1')()}}",
  "{constructor}",
  "{__proto__}",
  "');globalThis.ran=1;//",
  "_react=x >> internal:control=enter-frame",
  "<script>globalThis.ran=1</script>",
  "() => { globalThis.ran = 1 }",
];

const locator = { by: "role", value: "button", name: "x" };
const DEF = {
  v: 1,
  id: "x",
  pattern: "I do {string}",
  params: [{ name: "a", type: "string" }],
  tags: ["t"],
  description: "d",
  examples: ['I do "x"'],
  status: "ready",
  actions: [
    {
      op: "fill",
      value: "v",
      timeoutMs: 1,
      target: { locators: [locator], within: locator, frame: { by: "title", value: "f" } },
    },
    { op: "useStep", value: "other", args: { a: "b" } },
    { op: "goto", value: "/" },
    { op: "expectText", value: "v", match: "matches", target: { locators: [{ by: "css", value: "a" }] } },
  ],
};

/** Returns the path of every value within a value. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withAt(value: object, path: (string | number)[], put: unknown): object {
  const copy = structuredClone(value);
  // biome-ignore lint/suspicious/noExplicitAny: any place of a definition.
  let at: any = copy;
  for (const key of path.slice(0, -1)) at = at[key];
  at[path.at(-1)!] = put;
  return copy;
}

const ran = () => (globalThis as { ran?: unknown }).ran;
const plan = (def: object, text: string) =>
  planFeature(`Feature: f\n  Scenario: s\n    Given ${text}`, [
    def as StepDef,
    { ...(DEF as StepDef), id: "other", pattern: "other {string}", examples: [] },
  ]);

describe("step definitions and features that hold script", () => {
  it("begin with a definition that is right", () => expect(stepDefProblems(DEF)).to.deep.equal([]));

  for (const path of placesIn(DEF))
    it(`keep it a text, or refuse it, in ${path.join(".")}`, () => {
      for (const script of SCRIPTS) {
        const def = withAt(DEF, path, script);
        const problems = stepDefProblems(def);
        const field = path.join(".");
        if (/by$|op$|match$|status$|type$|timeoutMs$|^v$|^id$/.test(field))
          expect(problems, `${field}: ${script}`).not.to.be.empty;
        if (problems.length === 0) plan(def, 'I do "x"');
        // Neither a function nor an object is ever accepted as a text.
        for (const other of [() => script, { toString: () => script }, [script], Symbol("s")])
          if (typeof other !== "object" || !Array.isArray(other))
            expect(stepDefProblems(withAt(DEF, path, other)), field).not.to.be.empty;
      }
      expect(ran()).to.equal(undefined);
    });

  it("have no action, locator or field by which script could run", () => {
    for (const op of ["evaluate", "eval", "script", "addInitScript", "constructor", "__proto__"])
      expect(stepDefProblems(withAt(DEF, ["actions", 0, "op"], op))).not.to.be.empty;
    for (const by of ["xpath", "react", "internal", "js", "constructor"])
      expect(stepDefProblems(withAt(DEF, ["actions", 0, "target", "locators", 0, "by"], by))).not.to.be.empty;
    for (const field of ["script", "code", "fn", "constructor"])
      for (const where of [
        [],
        ["actions", 0],
        ["actions", 0, "target"],
        ["actions", 0, "target", "locators", 0],
        ["params", 0],
      ])
        expect(stepDefProblems(withAt(DEF, [...where, field], "x")), `${where.join(".")}.${field}`).not.to.be.empty;
    expect(ACTION_OPS.filter((op) => /script|eval|exec|run/i.test(op))).to.deep.equal([]);
  });

  it("keep script in sentences, tables, doc strings, names and tags a text", () => {
    for (const script of SCRIPTS.map((one) => one.replace(/\s/g, " "))) {
      const cell = script.replace(/[\\|]/g, "");
      const text = `@${cell.replace(/\s/g, "")}\nFeature: ${script}\n  Scenario Outline: ${script}\n    Given I fill in "a" with '${script.replace(/'/g, "")}'\n    And I fill in the form:\n      | ${cell} | <v> |\n    And I fill in "b" with:\n      """\n      ${script}\n      """\n    Examples:\n      | v |\n      | ${cell} |\n`;
      const [scenario] = planFeature(text, BUILTIN_STEP_DEFS);
      expect(scenario?.steps.map(({ state }) => state)).to.deep.equal(["prepared", "prepared", "prepared"]);
      expect(scenario?.steps[0]?.actions[0]?.action.value).to.equal(script.replace(/'/g, ""));
    }
    expect(ran()).to.equal(undefined);
  });
});

/** Maximum time of a pattern for the worst text, because it blocks the event loop. */
const MAX_MS = 200;
/** Returns processor time of this thread in ms, so that other load on the machine is not counted. */
const took = (work: () => unknown): number => {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
};

describe("patterns and texts that would take long", () => {
  const long = "a".repeat(1_000);
  // Only the duration can show it; a pattern that hangs exceeds the timeout of a test in the default lane.
  for (const [source, text] of [
    ["{} x", long],
    ["{word}{word}", `${long} `],
    ["{} {string} {string} {string}", `${'"a" '.repeat(240)}x`],
    ["{word} {word} {word} {word} {word} {word} {word} {word} {word} x", "aaaa ".repeat(200)],
    ["{int} {int} {int} {float} {float} {float} x", `${"1".repeat(160)} `.repeat(6)],
    ["{}(a)(a)(a)(a)(a)(a)b", long],
    ["{} a/aa/aaa a/aa a/aa x", "a ".repeat(500)],
    ["{string} x", `"${'\\"'.repeat(480)}`],
    ["{float}1{float} x", "1".repeat(1_000)],
    ["{string}{string}{string}{string} x", `${"'' \"\"".repeat(150)}`],
  ] as [string, string][])
    itInFullLane(`are matched at once or refused: ${source}`, () => {
      const pattern = readPattern(source);
      if (typeof pattern === "string") return;
      expect(took(() => (pattern as Pattern).match(text.slice(0, 1_000)))).to.be.below(MAX_MS);
    });

  it("are refused where several ends of a match are open", () => {
    for (const source of ["{} {}", "{}{}{}", "{word}a{word}a{word}", `${"(a)".repeat(30)}b`, `${"a/a ".repeat(30)}b`])
      expect(readPattern(source), source).to.be.a("string");
  });

  it("are read within their bounds: a feature's text, tags, laughs and tables", () => {
    const laughs = `Feature: f\n  Scenario Outline: s\n    Given <a>\n    Examples:\n      | a | b | c |\n      | ${"<b>".repeat(100)} | ${"<c>".repeat(100)} | ${"x".repeat(500)} |\n`;
    const wide = `Feature: f\n  Scenario Outline: s\n${"    Given <a>\n".repeat(199)}    Examples:\n      | a |\n${"      | 1 |\n".repeat(2_000)}`;
    const unclosed = `Feature: f\n  Scenario: s\n    Given x\n      """\n${"      |\n".repeat(20_000)}`;
    const nonsense = `Feature: f\n  Scenario: s\n    Given x\n${"    nonsense\n".repeat(10_000)}`;
    for (const text of [
      laughs,
      wide,
      unclosed,
      nonsense,
      "\n".repeat(200_000),
      `@${"@".repeat(1_900)}\n`.repeat(100),
    ]) {
      const ms = took(() => expect(() => compileFeature(text), text.slice(0, 60)).to.throw());
      if (isFullLane) expect(ms, text.slice(0, 60)).to.be.below(2_000);
    }
    const refused = took(() => expect(() => tagFilter(`${"not ".repeat(120)}`)).to.throw());
    const nested = took(() => expect(tagFilter(`${"(".repeat(240)}@a${")".repeat(240)}`)(["@a"])).to.equal(true));
    if (isFullLane) for (const ms of [refused, nested]) expect(ms).to.be.below(MAX_MS);
  });
});
