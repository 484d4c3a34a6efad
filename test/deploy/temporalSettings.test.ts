// The settings that Temporal requires, in every source: the file for self-hosted servers, the local server, and the cluster test.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { parse } from "yaml";
import { FAIR_SETTINGS } from "../../temporal-dev/servers.ts";
import { TEMPORAL_SETTINGS } from "../cluster/temporalConfig.ts";

const read = async (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

describe("the settings of Temporal", () => {
  it("are the same in the file, in compose.yml, locally, and in the cluster test", async () => {
    const file = parse(await read("deploy/temporal.yaml")) as Record<string, { value: unknown }[]>;
    expect(Object.keys(file)).to.have.length(3);
    expect(TEMPORAL_SETTINGS).to.deep.equal(file);
    const local = Object.entries(FAIR_SETTINGS).map(([name, value]) => [name, [{ value }]]);
    expect(Object.fromEntries(local)).to.deep.equal(file);
    const { services } = parse(await read("compose.yml"), { merge: true }) as {
      services: { temporal: { environment: Record<string, string>; volumes: string[] } };
    };
    const { environment, volumes } = services.temporal;
    expect(volumes).to.deep.equal([`./deploy/temporal.yaml:${environment.DYNAMIC_CONFIG_FILE_PATH}:ro`]);
    for (const page of ["docs/workers.md", "docs/operations.md"])
      for (const name of Object.keys(file)) expect(await read(page), page).to.include(name);
  });
});
