// Adobe's S3Mock: a second S3 server for the tests of the artifact store, downloaded with Maven on demand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { putInPlace } from "./go.mjs";
import { cacheDir, onPath } from "./paths.mjs";
import { run, SetupError } from "./run.mjs";

const version = "4.9.1";
const copyGoal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

/**
 * @param {(line: string) => void} log
 * @returns {Promise<{ java: string, jar: string }>} the program's two parts; Java must be 17 or newer
 * @throws {SetupError} if Java or Maven is missing
 */
export async function setUpS3Mock(log) {
  const java = onPath("java");
  if (!java) throw new SetupError("S3Mock needs Java 17 or newer, which is missing");
  const jar = join(cacheDir(), "bin", `s3mock-${version}.jar`);
  if (existsSync(jar)) return { java, jar };
  const maven = onPath("mvn");
  if (!maven) throw new SetupError("S3Mock is fetched with Maven, which is missing");
  await putInPlace(jar, async (folder) => {
    const artifact = `-Dartifact=com.adobe.testing:s3mock:${version}:jar:exec`;
    const args = ["-q", "-B", copyGoal, artifact, `-DoutputDirectory=${folder}`];
    await run(maven, args, { what: "S3Mock: fetching", log });
    return join(folder, `s3mock-${version}-exec.jar`);
  });
  return { java, jar };
}
