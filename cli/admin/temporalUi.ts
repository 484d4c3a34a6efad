import type { Command } from "commander";
import { readConfig } from "../../domain/config.ts";
import { findTemporalUi } from "../connection.ts";
import { createOutput } from "../output.ts";

/** Only reads a file in the data folder, without opening the database. */
export function addTemporalUi(program: Command): void {
  program
    .command("temporal-ui")
    .description("print the link that signs in to the Temporal UI of the running service")
    .option("--json", "print the answer as JSON")
    .action((options: { json?: boolean }) => {
      const link = findTemporalUi(readConfig(process.env));
      createOutput(options.json === true).answer({ link }, [link]);
    });
}
