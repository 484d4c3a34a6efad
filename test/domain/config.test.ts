import { expect } from "chai";
import { ConfigError, readConfig } from "../../domain/config.ts";

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe("readConfig", () => {
  it("has a value for everything", () => {
    const config = readConfig({});
    expect(config.port).to.equal(4400);
    expect(config.queues).to.deep.equal(["orchestration", "browser", "lab"]);
    expect(config.defaultPlan).to.equal("enterprise");
    // The contract's values.
    expect(config).to.include({ invokeRatePerMinute: 60, toolProfile: "qa" });
  });
  it("takes an empty variable as unset", () => expect(readConfig({ SVC_PORT: "" }).port).to.equal(4400));
  it("lists all that is wrong together", () => {
    const problems = problemsOf({
      SVC_PORT: "eighty",
      SVC_DEFAULT_PLAN: "gold",
      SVC_WORKER_QUEUES: "browser,printing",
      SVC_SECRET_KEY: "short",
      SVC_PROT: "80",
    });
    expect(problems).to.have.length(5);
    expect(problems.join("\n"))
      .to.match(/SVC_PORT must be a whole number/)
      .and.match(/SVC_PROT is not a setting/)
      .and.match(/"printing"/);
  });
  it("knows the roles of a worker once each, and where it stands", () => {
    expect(readConfig({ SVC_WORKER_QUEUES: "browser, browser", SVC_LOCATION: "us-east-1" })).to.deep.include({
      queues: ["browser"],
      location: "us-east-1",
    });
    expect(problemsOf({ SVC_WORKER_QUEUES: ",", SVC_LOCATION: "Europe West" }).join("\n"))
      .to.match(/SVC_WORKER_QUEUES names no queue; known: orchestration, browser, lab/)
      .and.match(/SVC_LOCATION must be 1 to 32 lower-case letters/);
  });
  it("names what a model provider cannot do without", () => {
    expect(problemsOf({ SVC_COACH_PROVIDER: "anthropic", SVC_COACH_MODEL: "m" })).to.deep.equal([
      "SVC_COACH_PROVIDER is anthropic, so SVC_COACH_KEY must be set",
    ]);
    expect(problemsOf({ SVC_COACH_PROVIDER: "compatible", SVC_COACH_MODEL: "m" }).join()).to.match(
      /SVC_COACH_BASE_URL/,
    );
    const withKeyInAddress = problemsOf({
      SVC_COACH_PROVIDER: "compatible",
      SVC_COACH_MODEL: "m",
      SVC_COACH_BASE_URL: "http://me:hunter2@127.0.0.1/v1",
    }).join();
    expect(withKeyInAddress).to.match(/without credentials/);
    expect(withKeyInAddress).not.to.contain("hunter2");
  });
  it("never repeats a secret", () =>
    expect(problemsOf({ SVC_SECRET_KEY: "hunter2" }).join()).not.to.contain("hunter2"));
});
