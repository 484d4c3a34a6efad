// A functional run in JUnit format for build servers: one suite per feature, one case per scenario, browser and viewport.
import { escapeXml } from "../xml.ts";
import type { ScenarioStatus } from "./attemptStatus.ts";

export type JUnitScenario = {
  featureName: string;
  name: string;
  browser: string;
  viewport: string;
  status: ScenarioStatus;
  flaky: boolean;
  /** Total duration of all attempts in ms. */
  duration: number;
  message: string | null;
};

/** Returns the XML. Failed scenarios are failures; scenarios without a result or with an undefined step are errors. */
export function junitOf(name: string, scenarios: readonly JUnitScenario[]): string {
  const suites = [...Map.groupBy(scenarios, ({ featureName }) => featureName)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...counts(scenarios) })}>`,
    ...suites.flatMap(([feature, of]) => [
      `  <testsuite ${attributes({ name: feature, ...counts(of) })}>`,
      ...of.map((one) => caseOf(feature, one)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

const isError = ({ status }: JUnitScenario) => status === "error" || status === "undefined";

function counts(scenarios: readonly JUnitScenario[]) {
  return {
    tests: scenarios.length,
    failures: scenarios.filter(({ status }) => status === "failed").length,
    errors: scenarios.filter(isError).length,
    skipped: scenarios.filter(({ status }) => status === "pending").length,
    time: seconds(scenarios.reduce((sum, { duration }) => sum + duration, 0)),
  };
}

function caseOf(feature: string, scenario: JUnitScenario): string {
  const { name, browser, viewport, status, flaky, duration, message } = scenario;
  const own = attributes({ name: `${name} (${browser}, ${viewport})`, classname: feature, time: seconds(duration) });
  const said = attributes({ message: message ?? "It did not pass.", type: status });
  if (status === "pending") return `    <testcase ${own}><skipped/></testcase>`;
  if (isError(scenario)) return `    <testcase ${own}><error ${said}/></testcase>`;
  if (status === "failed") return `    <testcase ${own}><failure ${said}/></testcase>`;
  return flaky
    ? `    <testcase ${own}><system-out>Flaky: it passed when it was tried again.</system-out></testcase>`
    : `    <testcase ${own}/>`;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}="${escapeXml(String(value))}"`)
    .join(" ");
