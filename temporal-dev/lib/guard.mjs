// Runs a program that must not outlive its parent: node guard.mjs <command> [args...]
//
// Standard input is a pipe that the parent holds open. When it closes, the parent is gone (even by kill -9), and the
// program is told to stop. SIGTERM and SIGINT are forwarded, and the guard exits with the program's exit code. The first
// line printed is a log line whose message is "guarding <pid>".
import { spawn } from "node:child_process";

const killAfterMs = 10_000;
const [command = "", ...args] = process.argv.slice(2);

// Makes the program's files readable only by its own user.
process.umask(0o077);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
child.on("error", (error) => {
  console.error(JSON.stringify({ timestamp: new Date(), level: "error", message: error.message }));
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
if (child.pid) console.log(JSON.stringify({ timestamp: new Date(), level: "info", message: `guarding ${child.pid}` }));

function stop() {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), killAfterMs).unref();
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.stdin.on("end", stop).on("error", stop).resume();
// If nobody reads the output any more, the guard must not fail, because it would leave the program running.
process.stdout.on("error", () => {});
