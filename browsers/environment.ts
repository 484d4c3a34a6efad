// Selects the environment variables a browser receives: those it needs to run and draw, and no secrets.

/** Everything else is withheld: tokens, database URLs, settings of the service, and anything else an operator has exported. */
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

/** Returns the environment for a browser, and for every process that handles data sent by pages. */
export function browserEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}
