// Every command of `plumbline` that talks to a service.
import { applyCommand } from "./apply.ts";
import { approveCommand } from "./approve.ts";
import { cancelCommand } from "./cancel.ts";
import type { CommandDeclaration } from "./command.ts";
import { completionCommand } from "./completion.ts";
import { doctorCommand } from "./doctor.ts";
import { featuresCommand } from "./features.ts";
import { gateCommand } from "./gate.ts";
import { importCommand } from "./import.ts";
import { initCommand } from "./init.ts";
import { keysCommand } from "./keys.ts";
import { loginCommand } from "./login.ts";
import { openCommand } from "./open.ts";
import { planCommand } from "./plan.ts";
import { problemsCommand } from "./problems.ts";
import { projectsCommand } from "./projects.ts";
import { pullCommand } from "./pull.ts";
import { reportCommand } from "./report.ts";
import { runCommand } from "./run.ts";
import { schedulesCommand } from "./schedules.ts";
import { statusCommand } from "./status.ts";
import { waitCommand } from "./wait.ts";

const OTHERS: readonly CommandDeclaration[] = [
  initCommand,
  loginCommand,
  projectsCommand,
  runCommand,
  waitCommand,
  statusCommand,
  cancelCommand,
  gateCommand,
  problemsCommand,
  approveCommand,
  reportCommand,
  planCommand,
  applyCommand,
  pullCommand,
  schedulesCommand,
  importCommand,
  featuresCommand,
  keysCommand,
  openCommand,
  doctorCommand,
];

export const COMMANDS: readonly CommandDeclaration[] = [...OTHERS, completionCommand(OTHERS)];
