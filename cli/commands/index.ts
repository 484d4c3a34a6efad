// Every command of `plumbline` that talks to a service. Each is loaded only when it is called, because most of the time of a quick command
// would go into loading what only others need.
import type { CommandDeclaration } from "./command.ts";

type Load = () => Promise<CommandDeclaration>;

/** In the order of the help text. */
const LOADS: Readonly<Record<string, Load>> = {
  init: async () => (await import("./init.ts")).initCommand,
  try: async () => (await import("./try.ts")).tryCommand,
  login: async () => (await import("./login.ts")).loginCommand,
  projects: async () => (await import("./projects.ts")).projectsCommand,
  run: async () => (await import("./run.ts")).runCommand,
  wait: async () => (await import("./wait.ts")).waitCommand,
  status: async () => (await import("./status.ts")).statusCommand,
  cancel: async () => (await import("./cancel.ts")).cancelCommand,
  gate: async () => (await import("./gate.ts")).gateCommand,
  problems: async () => (await import("./problems.ts")).problemsCommand,
  approve: async () => (await import("./approve.ts")).approveCommand,
  report: async () => (await import("./report.ts")).reportCommand,
  plan: async () => (await import("./plan.ts")).planCommand,
  apply: async () => (await import("./apply.ts")).applyCommand,
  pull: async () => (await import("./pull.ts")).pullCommand,
  schedules: async () => (await import("./schedules.ts")).schedulesCommand,
  import: async () => (await import("./import.ts")).importCommand,
  features: async () => (await import("./features.ts")).featuresCommand,
  keys: async () => (await import("./keys.ts")).keysCommand,
  open: async () => (await import("./open.ts")).openCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
  completion: async () => (await import("./completion.ts")).completionCommand(await loaded(OTHERS)),
};
/** Commands that completion completes in addition to itself. */
const OTHERS = Object.keys(LOADS).filter((name) => name !== "completion");

const loaded = (names: readonly string[]): Promise<CommandDeclaration[]> =>
  Promise.all(names.flatMap((name) => LOADS[name]?.() ?? []));

/** Loads the command of this name; all of them if there is none, so that help and suggestions know them. */
export const loadCommands = (name?: string): Promise<CommandDeclaration[]> =>
  loaded(name !== undefined && Object.hasOwn(LOADS, name) ? [name] : Object.keys(LOADS));
