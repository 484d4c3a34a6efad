// The set-up, and what `npm run test:full` alone needs, made before its tests begin: no time-out of a test holds a Go build.
// What cannot be made is named; the tests that want it say so again, and are skipped or fail.
import { getCollector } from "./lib/otelcol.mjs";
import { getPromtool } from "./lib/promtool.mjs";
import { setUpS3Mock } from "./lib/s3mock.mjs";
import { setUpVersitygw } from "./lib/versitygw.mjs";
import { setUpAndTell } from "./setup.mjs";

await setUpAndTell({
  async more(log) {
    // One after the other: each build uses every core.
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
