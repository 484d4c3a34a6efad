// The set-up, plus what only `npm run test:full` needs, done before its tests start, so that no test's timeout includes a Go build. What
// cannot be set up is listed; the tests that need it report it again, and are skipped or fail.
import { getCollector } from "./lib/otelcol.mjs";
import { getPromtool } from "./lib/promtool.mjs";
import { setUpS3Mock } from "./lib/s3mock.mjs";
import { setUpVersitygw } from "./lib/versitygw.mjs";
import { setUpAndTell } from "./setup.mjs";

await setUpAndTell({
  async more(log) {
    // One after the other, because each build uses every core.
    const parts = [
      { name: "promtool", make: () => getPromtool({ log }) },
      { name: "OpenTelemetry Collector", make: () => getCollector({ log }) },
      { name: "versitygw", make: () => setUpVersitygw(log) },
      { name: "S3Mock", make: () => setUpS3Mock(log) },
    ];
    for (const { name, make } of parts) {
      const why = await make().then(
        (made) => (typeof made === "object" && "why" in made ? made.why : undefined),
        (error) => error.message,
      );
      if (why) log(`${name} is not there: ${why}`);
    }
  },
});
