// The alert rules: each fires for its own fault and for no other, evaluated by Prometheus' own promtool.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse, stringify } from "yaml";
import { getPromtool } from "../../temporal-dev/lib/promtool.mjs";
import { FAULTS, type Series, WELL } from "./faults.ts";

const RULES = fileURLToPath(new URL("../../deploy/prometheus/alerts.yml", import.meta.url));

type Rules = {
  groups: { rules: { alert: string; labels: { severity: string }; annotations: { summary: string } }[] }[];
};

describe("deploy/prometheus/alerts.yml", function () {
  this.timeout(900_000);
  let names: string[];
  let promtool: string;
  let folder: string;
  before(async function () {
    const { groups } = parse(await readFile(RULES, "utf8")) as Rules;
    names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-alerts-"));
    const found = await getPromtool({ log: () => {} });
    if (found.path === null) {
      process.stdout.write(`    promtool is not here: ${found.why}\n`);
      return this.skip();
    }
    promtool = found.path;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The alerts that fire at the end of these series, in promtool's test format. */
  const trial = (series: Series, fires: string[]) => ({
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: "85m",
        exp_samples: fires.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  });

  const run = async (tests: unknown[]) => {
    const file = path.join(folder, "tests.yml");
    await writeFile(file, stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
    execFileSync(promtool, ["test", "rules", file], { stdio: "pipe", encoding: "utf8" });
  };

  it("has a fault for each rule", () => expect(Object.keys(FAULTS)).to.have.members(names));

  it("is accepted by promtool", () => void execFileSync(promtool, ["check", "rules", "--lint-fatal", RULES]));

  it("is quiet while the service is well", () => run([trial(WELL, [])]));

  for (const [name, fault] of Object.entries(FAULTS))
    it(`${name} fires in its fault, and nothing else does`, () =>
      run([fault].flat().map((one) => trial({ ...WELL, ...one }, [name]))));
});
