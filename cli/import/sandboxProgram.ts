// Runs inside the process that reads a configuration script. Its source is passed to Node as text, so it must not use anything around it,
// not even the bundle's own module loader.
// Node's permissions prevent it from reading other folders, writing, and starting processes. They do not cover the network in every version,
// so every way to open a connection is removed here before the script is loaded.

/** Loads the file named by the last argument and writes its export as JSON to descriptor 3. */
export function sandboxProgram(load: NodeJS.Require): void {
  const { syncBuiltinESMExports } = load("node:module") as typeof import("node:module");
  const { writeSync } = load("node:fs") as typeof import("node:fs");
  const refuse = () => {
    throw Object.assign(new Error("a configuration may not use the network"), { code: "ERR_ACCESS_DENIED" });
  };
  const close = (owner: object, names: readonly string[]) => {
    for (const name of names)
      if (Reflect.has(owner, name))
        Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
  };
  const net = load("node:net") as typeof import("node:net");
  const dgram = load("node:dgram") as typeof import("node:dgram");
  const dns = load("node:dns") as typeof import("node:dns");
  close(net.Socket.prototype, ["connect"]);
  close(net.Server.prototype, ["listen"]);
  close(net, ["connect", "createConnection", "_createServerHandle"]);
  close(dgram.Socket.prototype, ["bind", "connect", "send"]);
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    close(
      owner,
      Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup|resolve|reverse)/.test(name)),
    );
  syncBuiltinESMExports();
  for (const name of ["binding", "_linkedBinding", "dlopen", "kill"]) close(process, [name]);

  // Variables that the script reads: all of them are unset, so the result must be checked by the person.
  const asked = new Set<string>();
  process.env = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get(target, name) {
        if (typeof name === "string" && !Object.hasOwn(target, name)) asked.add(name);
        return Reflect.get(target, name);
      },
    },
  );
  // Playwright's own package needs more of the system than a configuration is allowed, so stubs replace what configurations use of it.
  const modules = load("node:module") as typeof import("node:module");
  const TEST_PACKAGE = "plumbline:playwright-test";
  modules.registerHooks?.({
    resolve: (specifier, context, next) =>
      specifier === "@playwright/test" || specifier === "playwright/test"
        ? { url: TEST_PACKAGE, format: "commonjs", shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url === TEST_PACKAGE
        ? {
            format: "commonjs",
            shortCircuit: true,
            source: `exports.defineConfig = (...all) => Object.assign({}, ...all);
exports.devices = new Proxy({}, { get: (_, name) => ({ plumblineDevice: String(name) }) });
exports.test = exports.expect = () => undefined;`,
          }
        : next(url, context),
  });
  const functions: string[] = [];
  const plain = (value: unknown, path: string, above: readonly unknown[]): unknown => {
    if (typeof value === "function" || typeof value === "symbol") {
      functions.push(path);
      return undefined;
    }
    if (typeof value === "bigint" || value instanceof RegExp) return String(value);
    if (typeof value !== "object" || value === null) return value;
    if (above.includes(value) || above.length > 50) return undefined;
    const around = [...above, value];
    if (Array.isArray(value)) return value.map((one, i) => plain(one, `${path}[${i}]`, around) ?? null);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, plain(one, path === "" ? name : `${path}.${name}`, around)]),
    );
  };
  const answer = (said: object) => {
    let rest = Buffer.from(JSON.stringify(said));
    while (rest.length > 0)
      try {
        rest = rest.subarray(writeSync(3, rest));
      } catch (error) {
        // The reader has not consumed the previous part yet.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    process.exit(0);
  };
  const read = async () => {
    const { pathToFileURL } = load("node:url") as typeof import("node:url");
    const { default: exported, ...named } = await import(pathToFileURL(process.argv.at(-1) ?? "").href);
    const config = await (exported === undefined ? named : exported);
    const made = typeof config === "function" ? await config({}) : config;
    const json = plain(made?.default ?? made, "", []);
    answer({
      json,
      functions,
      variables: [...asked].filter(
        (name) => !/^(?:NODE_|WATCH_REPORT_DEPENDENCIES$|FORCE_COLOR$|NO_COLOR$)/.test(name),
      ),
    });
  };
  read().catch((error: unknown) => {
    const { code, message } =
      error instanceof Error ? (error as NodeJS.ErrnoException) : { code: "", message: String(error) };
    answer({ code: code ?? "", message: String(message).split("\n")[0] });
  });
}
