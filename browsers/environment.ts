// What a browser is told of this process's environment: what it needs to run and draw, and nothing that is secret.

/** Everything else stays here: tokens, addresses of databases, settings of the service, whatever an operator has exported. */
const PASSED_ON = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_DATA_DIRS",
  "FONTCONFIG_PATH",
  "FONTCONFIG_FILE",
  "LD_LIBRARY_PATH",
] as const;

/** The environment of a browser, and of every process that handles what pages send. */
export function browserEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}
