import { readFileSync } from "node:fs";
import { expect } from "chai";

const TEXT = readFileSync(new URL("../../deploy/nginx.conf", import.meta.url), "utf8").replace(/^\s*#.*$/gm, "");
const wordsOf = (directive: string): string[] =>
  new RegExp(`^\\s*${directive}\\s+([^;]*);`, "m").exec(TEXT)?.[1]?.split(/\s+/) ?? [];

describe("deploy/nginx.conf", () => {
  it("logs no query, and no page that the request came from: signed links would be in the file", () => {
    const [, name] = wordsOf("access_log");
    const [format, ...parts] = wordsOf("log_format");
    expect(name).to.equal(format);
    const variables = parts.flatMap((part) => part.match(/\$\w+/g) ?? []);
    expect(variables).to.include.members(["$request_method", "$uri", "$status"]);
    for (const variable of ["$request", "$request_uri", "$args", "$query_string", "$http_referer", "$is_args"])
      expect(variables).not.to.include(variable);
    expect(variables.filter((variable) => variable.startsWith("$arg_"))).to.deep.equal([]);
    expect(wordsOf("error_log")[1], "a line of any lower level has the whole request").to.equal("crit");
  });

  it("takes no API away that answers 503 or 504, as all do while Temporal is away", () => {
    expect(wordsOf("proxy_next_upstream")).to.deep.equal(["error", "timeout", "http_502"]);
  });
});
